import type { GroupCounts, SecretName } from '@switchyard/contracts';
import type { Level } from './levels.js';
import type { SearchFault, TextSize, TimeMode } from './types.js';

export type PhaseStatus = 'waiting' | 'running' | 'success' | 'failed' | 'stopped';

/** Every text of the viewer, in the reader's language. */
export interface LogLabels {
  /** Names the list of lines for assistive technology. */
  log: string;
  live: string;
  reconnecting: string;

  find: string;
  findPlaceholder: string;
  /** Which hit is shown: `current` of `count`, both from 1. */
  hitOf(current: number | '–', count: number): string;
  noHits: string;
  searchFaults: Record<SearchFault, string>;
  /** So many hits in the first `lines` lines; the search goes on. */
  searchedTo(count: number, lines: number): string;
  searching: string;
  nextHit: string;
  previousHit: string;
  matchCase: string;
  regex: string;
  onlyMatches: string;
  /** Only the lines without a match. */
  invert: string;
  /** The menu of expressions that find faults. */
  level: string;
  levels: Record<Level, string>;
  /** Lines shown before and after each match. */
  contextLines(lines: number): string;
  closeFind: string;
  enterKey: string;
  shiftEnterKey: string;
  next: string;
  previous: string;

  time: string;
  timeModes: Record<TimeMode, string>;
  zone: string;
  /** The reader's own. */
  localZone: string;
  wrap: string;
  download: string;
  downloadColoured: string;
  more: string;
  copyAll: string;
  copyCommand: string;
  commandCopied: string;
  copyFailed(reason: string): string;
  textSize: string;
  textSizes: Record<TextSize, string>;
  /** Explains a last line that goes on. */
  openLine: string;
  /** Explains the stars in the place of a secret value; `null` = it is not known which. */
  masked(secret: SecretName | null): string;

  following: string;
  follow: string;
  newLines(count: number): string;

  linkCopied: string;
  openSection(name: string): string;
  closeSection(name: string): string;
  showAll(characters: number): string;
  /** So many hosts, with how they left a task. */
  counts(state: keyof GroupCounts, count: number): string;
  /** The button that lists the lines in which hosts failed. */
  failures(count: number): string;
  line(line: number): string;
  /** The tool has written nothing for so long. */
  silence(duration: string): string;
  copied: string;
  copyTooLarge: string;

  empty: string;
  waiting: string;
  loadFailed: string;
  retry: string;

  /** Names of the phases by their key; an unknown phase shows its key. */
  phases: Readonly<Record<string, string>>;
  phaseStates: Record<PhaseStatus, string>;

  /** Time of day of an instant in epoch milliseconds, in a zone of the IANA or in the reader's own. */
  clock(time: number, zone: string | undefined): string;
  /** A span of milliseconds, such as "1m 56s". */
  duration(ms: number): string;
}
