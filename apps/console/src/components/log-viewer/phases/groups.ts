import type { LogGroup } from '@switchyard/contracts';
import type { Section } from './sections.js';

/** A heading of the tool with what stands under it: lines up to but without `to`, Infinity when it reaches to the end of the log. */
export interface GroupBody {
  readonly group: LogGroup;
  readonly to: number;
  /** When what follows began, epoch milliseconds; undefined while nothing does. */
  readonly endTime: number | undefined;
}

/** Plays hold tasks; nothing else holds another. */
const depthOf = ({ kind }: LogGroup): number => (kind === 'play' || kind === 'recap' ? 0 : 1);

/** Where each group ends: at the next heading that is no part of it, at its own mark, or with the phase. Both lists are ascending. */
export function groupBodies(groups: readonly LogGroup[], sections: readonly Section[]): GroupBody[] {
  const bodies: { group: LogGroup; to: number; endTime: number | undefined }[] = [];
  const open: typeof bodies = [];
  const close = ({ line, time }: { line: number; time: number }, depth: number): void => {
    for (let last = open.at(-1); last && depthOf(last.group) >= depth; last = open.at(-1)) {
      last.to = Math.min(last.to, line);
      last.endTime = time;
      open.pop();
    }
  };
  let next = 0;
  const passSections = (line: number): void => {
    for (let section = sections[next]; section && section.line < line; section = sections[next]) {
      close(section, 0);
      next += 1;
    }
  };
  for (const group of groups) {
    passSections(group.line);
    close(group, depthOf(group));
    const body = { group, to: group.end === null ? Infinity : group.end + 1, endTime: undefined };
    bodies.push(body);
    open.push(body);
  }
  passSections(Infinity);
  return bodies;
}

/** Whether a host failed or could not be reached under the heading. */
export const isBadGroup = ({ counts }: LogGroup): boolean => counts.failed + counts.unreachable > 0;
