import type { GroupCounts, LogFailure, LogGroup } from './log-outline.js';
import { MAX_OUTLINE_FAILURES } from './outline-bounds.js';

const ESC = '\u001b';
/** Colours before the words of a line. */
const COLOURS = `(?:${ESC}\\[[0-9;]*m)*`;
const HEADING = '(?:PLAY|TASK|RUNNING HANDLER|PLAY RECAP)(?: \\[.*\\])? \\*{3}';
const HOST = '(?:ok|changed|skipping|fatal|failed): \\[';
const SCRIPT = '::(?:group|endgroup)::|##\\[(?:group|endgroup)\\]|--- \\S|\\+\\+\\+ ';

/** Finds out whether a text of many lines has a line that the scanner reads. */
export const outlinePattern = new RegExp(`^${COLOURS}(?:${HEADING}|${HOST}|\\.\\.\\.ignoring|${SCRIPT})`, 'm');

const heading = new RegExp(`^${COLOURS}(PLAY RECAP|PLAY|TASK|RUNNING HANDLER)(?: \\[(.*)\\])? \\*{3,}`);
const hostLine = new RegExp(`^${COLOURS}(ok|changed|skipping|fatal|failed): \\[([^\\]]{1,255})\\](?:: ([A-Z]+)!)?`);
const groupMark = /^(::group::|##\[group\]|--- )(.*)$/;
const endMark = /^(?:::endgroup::|##\[endgroup\])/;
/** Results of Go tests, which begin like a group of Buildkite and are none. */
const goResult = /^--- (?:PASS|FAIL|SKIP|BENCH):/;

const kinds = new Map<string, LogGroup['kind']>([
  ['PLAY', 'play'],
  ['TASK', 'task'],
  ['RUNNING HANDLER', 'handler'],
  ['PLAY RECAP', 'recap'],
]);
const ranks = { skipped: 0, ok: 1, changed: 2, failed: 3, unreachable: 4 } as const;
type HostState = keyof typeof ranks;

/** Hosts of one task that are known by name; more are counted line by line. */
const MAX_HOSTS = 10_000;
/** Longest name of a group, in characters. */
const MAX_NAME = 300;

const noCounts = (): GroupCounts => ({ ok: 0, changed: 0, skipped: 0, failed: 0, unreachable: 0, ignored: 0 });

/** Reads the lines of a log once, in order, and keeps its headings and what failed under them. A group that changes is replaced by a new object. */
export class OutlineScanner {
  readonly groups: LogGroup[] = [];
  readonly failures: LogFailure[] = [];
  private readonly hosts = new Map<string, HostState>();
  private isAnsible = false;
  private dashes = -1;

  /** @returns whether the line changed the outline */
  take(text: string, line: number, time: number): boolean {
    return this.takeHeading(text, line, time) || this.takeHost(text, line) || this.takeMark(text, line, time);
  }

  /** Goes on behind what another scanner has found. */
  resume(groups: readonly LogGroup[], failures: readonly LogFailure[]): void {
    this.groups.push(...groups);
    this.failures.push(...failures);
    this.hosts.clear();
    this.isAnsible = this.groups.some(({ kind }) => kind === 'play');
  }

  private takeHeading(text: string, line: number, time: number): boolean {
    const [, word = '', name = ''] = heading.exec(text) ?? [];
    const kind = kinds.get(word);
    if (kind === undefined) {
      return false;
    }
    this.isAnsible = true;
    this.open({ line, kind, name, time });
    return true;
  }

  private takeHost(text: string, line: number): boolean {
    const group = this.groups.at(-1);
    if (!this.isAnsible || (group?.kind !== 'task' && group?.kind !== 'handler')) {
      return false;
    }
    if (text.includes('...ignoring')) {
      return this.ignoreLast(group);
    }
    const [, word, name, verdict] = hostLine.exec(text) ?? [];
    if (name === undefined) {
      return false;
    }
    const host = name.split(' -> ', 1)[0] ?? name;
    const state = stateOf(word, verdict);
    if (ranks[state] >= ranks.failed && this.failures.length < MAX_OUTLINE_FAILURES) {
      this.failures.push({ line, host, task: group.name, unreachable: state === 'unreachable' });
    }
    return this.count(group, host, state);
  }

  /** A host counts once: items of a loop are lines of their own. */
  private count(group: LogGroup, host: string, state: HostState): boolean {
    const before = this.hosts.get(host);
    if (before !== undefined && ranks[before] >= ranks[state]) {
      return false;
    }
    const counts = { ...group.counts, [state]: group.counts[state] + 1 };
    if (before !== undefined) {
      counts[before] -= 1;
    }
    if (this.hosts.size < MAX_HOSTS) {
      this.hosts.set(host, state);
    }
    this.replaceLast({ ...group, counts });
    return true;
  }

  /** Ansible writes it under the failure that it ignores. */
  private ignoreLast(group: LogGroup): boolean {
    const failure = this.failures.at(-1);
    if (failure === undefined || failure.line < group.line) {
      return false;
    }
    this.failures.pop();
    const { failed, ignored } = group.counts;
    this.hosts.delete(failure.host);
    this.replaceLast({ ...group, counts: { ...group.counts, failed: Math.max(0, failed - 1), ignored: ignored + 1 } });
    return true;
  }

  private takeMark(text: string, line: number, time: number): boolean {
    if (this.isAnsible) {
      return false;
    }
    if (text.startsWith('+++ ')) {
      return this.dropDiff(line);
    }
    const last = this.groups.at(-1);
    if (endMark.test(text) && last?.kind === 'group' && last.end === null) {
      this.replaceLast({ ...last, end: line });
      return true;
    }
    const [, mark, name] = groupMark.exec(text) ?? [];
    if (name === undefined || name.trim() === '' || goResult.test(text)) {
      return false;
    }
    this.dashes = mark === '--- ' ? line : -1;
    this.open({ line, kind: 'group', name, time });
    return true;
  }

  /** Two lines that begin with minus and plus signs are the head of a difference, not of a group. */
  private dropDiff(line: number): boolean {
    if (this.dashes !== line - 1) {
      return false;
    }
    this.groups.pop();
    return true;
  }

  private open(group: Omit<LogGroup, 'end' | 'counts'>): void {
    this.hosts.clear();
    this.groups.push({ ...group, name: group.name.slice(0, MAX_NAME), end: null, counts: noCounts() });
  }

  private replaceLast(group: LogGroup): void {
    this.groups[this.groups.length - 1] = group;
  }
}

function stateOf(word: string | undefined, verdict: string | undefined): HostState {
  switch (word) {
    case 'ok':
      return 'ok';
    case 'changed':
      return 'changed';
    case 'skipping':
      return 'skipped';
    default:
      return verdict === 'UNREACHABLE' ? 'unreachable' : 'failed';
  }
}
