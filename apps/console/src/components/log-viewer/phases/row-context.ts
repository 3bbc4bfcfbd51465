import type { LogLabels } from '../labels.js';
import type { Section } from './sections.js';
import type { LineLink, LogOutcome, PhaseSpan, TimeMode } from '../types.js';

/** Context that all rows share; a new object makes every row draw itself again. */
export interface RowContext {
  readonly labels: LogLabels;
  readonly time: TimeMode;
  /** Of the time of day; undefined = the reader's own. */
  readonly zone: string | undefined;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  readonly phaseSpans: ReadonlyMap<number, PhaseSpan> | undefined;
  readonly outcome: LogOutcome;
  readonly sections: readonly Section[];
  readonly matcher: RegExp | undefined;
  /** Recognizes headings of the tool, such as Ansible's plays and tasks, by their text. */
  readonly headings: RegExp | undefined;
  /** The links in the text of a line, 0-based. */
  readonly linksIn: ((line: number, text: string) => readonly LineLink[]) | undefined;
}

/** The time of a line in the chosen form. */
export function timeText({ labels, time, zone, startedAt }: RowContext, at: number, before = 0): string {
  if (time === 'off' || at === 0) {
    return '';
  }
  if (time === 'clock') {
    return labels.clock(at, zone);
  }
  if (time === 'delta') {
    return before === 0 || at - before < 1_000 ? '' : `+${labels.duration(at - before)}`;
  }
  return `+${labels.duration(Math.max(0, at - (startedAt ?? at)))}`;
}
