import { hitsIn, matcherOf } from '../ansi/hits.js';
import { lastIndex } from '../phases/fold-map.js';
import type { LogStore } from '../store/log-store.js';
import { Observable } from '../store/observable.js';
import { parsedLine } from '../ansi/spans.js';
import {
  type LogLine,
  type LogMatches,
  type LogQuery,
  type LogSource,
  type SearchFault,
  SearchRefused,
} from '../types.js';

const DEBOUNCE_MS = 100;

export interface FindStatus {
  readonly open: boolean;
  readonly query: LogQuery;
  readonly phase: 'idle' | 'searching' | 'done' | 'failed';
  /** Set when the phase is `failed`. */
  readonly fault: SearchFault;
  /** Matches that were found so far. */
  readonly found: LogMatches;
  /** Index in `found.lines` of the hit shown, -1 for none. */
  readonly current: number;
  readonly onlyMatches: boolean;
  /** Lines shown before and after each match while only matches are shown. */
  readonly around: number;
  /** Marks hits in drawn text. */
  readonly matcher: RegExp | undefined;
}

/** Most line numbers that are held. */
const MAX_HITS = 10_000;

/** Most lines behind the reader that are looked at here. */
const MAX_LOOKED_AT = 1_000;

const nothing: LogMatches = { count: 0, lines: [], truncated: false, next: null };
const unsearched: LogMatches = { ...nothing, next: 0 };

interface Nearest {
  shown: number;
  searched: LogMatches;
}

export interface FindOptions {
  store: Pick<LogStore, 'total' | 'get'>;
  search: LogSource['search'];
  /** The line from which the first hit is looked for, 0-based. */
  fromLine(): number;
  /** Settles when the line is shown, or another one instead. */
  onShow(line: number): Promise<void>;
  /** A line that is not shown yet is not wanted any more. */
  onLeave(): void;
}

/** Find over the whole log: the source searches what is stored, lines that arrive later are looked at here. */
export class FindSession {
  readonly state = new Observable<FindStatus>({
    open: false,
    query: { q: '', regex: false, caseSensitive: false, invert: false },
    phase: 'idle',
    fault: 'invalid',
    found: nothing,
    current: -1,
    onlyMatches: false,
    around: 0,
    matcher: undefined,
  });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request = new AbortController();
  #scanned = 0;

  constructor(private readonly options: FindOptions) {}

  open(): void {
    this.#patch({ open: true });
    if (this.state.get().query.q !== '') {
      this.#searchLater(0);
    }
  }

  close(): void {
    this.#cancel();
    const query = { ...this.state.get().query, invert: false };
    const closed = { open: false, onlyMatches: false, query };
    this.#patch({ ...closed, phase: 'idle', found: nothing, current: -1, matcher: undefined });
  }

  setQuery(part: Partial<LogQuery>): void {
    const { query: before } = this.state.get();
    const query = { ...before, ...part };
    this.#patch({ query });
    this.#searchLater(isPasted(before.q, query.q) ? 0 : DEBOUNCE_MS);
  }

  setAround(around: number): void {
    this.#patch({ around });
  }

  /** Looks for a text as it is and shows nothing but its lines. */
  showOnly(q: string): void {
    this.#patch({ open: true, onlyMatches: true });
    this.setQuery({ q, regex: false, caseSensitive: true, invert: false });
  }

  /** Shows nothing but the lines that match an expression, case aside. */
  showLevel(q: string): void {
    this.#patch({ open: true, onlyMatches: true });
    this.setQuery({ q, regex: true, caseSensitive: false, invert: false });
  }

  /** All lines again: what is found then are matches. */
  setOnlyMatches(onlyMatches: boolean): void {
    this.#patch({ onlyMatches });
    if (this.state.get().query.invert) {
      this.setQuery({ invert: false });
    }
  }

  /** Shows nothing but the lines without a match, or with one. */
  setInvert(invert: boolean): void {
    this.#patch({ onlyMatches: true });
    this.setQuery({ invert });
  }

  /** Goes to the next (1) or previous (-1) hit, around the ends. */
  step(by: 1 | -1): void {
    const { found, current, phase } = this.state.get();
    const { length } = found.lines;
    if (phase !== 'done' || length === 0) {
      return;
    }
    if (current < 0) {
      return this.#showNearest(found.lines);
    }
    void this.#show((current + by + length) % length);
  }

  /** Looks at lines that arrived after the search. */
  scanArrived(): void {
    const { phase, query, found } = this.state.get();
    const { total } = this.options.store;
    const matcher = matcherOf(query);
    if (phase !== 'done' || !matcher) {
      return;
    }
    const last = found.lines.at(-1) ?? -1;
    const fresh: number[] = [];
    for (let line = Math.max(this.#scanned, last + 1); line < total; line += 1) {
      const record = this.options.store.get(line);
      if (record && isFound(record, matcher, query)) {
        fresh.push(line);
      }
    }
    this.#scanned = total;
    if (fresh.length === 0) {
      return;
    }
    const lines = found.truncated ? found.lines : [...found.lines, ...fresh];
    this.#patch({ found: { ...found, lines, count: found.count + fresh.length } });
  }

  dispose(): void {
    this.#cancel();
  }

  #searchLater(delay: number): void {
    this.#cancel();
    const { query } = this.state.get();
    if (query.q === '') {
      return this.#patch({ phase: 'idle', found: nothing, current: -1, matcher: undefined });
    }
    this.#patch({ phase: 'searching', found: nothing });
    this.#timer = setTimeout(() => void this.#search(query), delay);
  }

  async #search(query: LogQuery): Promise<void> {
    const { signal } = this.#request;
    const scanned = this.options.store.total;
    try {
      const { shown, searched } = await this.#searchNearest(query, signal);
      const found = await this.#searchOn(query, { shown, searched }, signal);
      if (signal.aborted) {
        return;
      }
      this.#scanned = scanned;
      this.#patch({ phase: 'done', found, current: found.lines.indexOf(shown) });
    } catch (error) {
      if (!signal.aborted) {
        const fault = error instanceof SearchRefused ? error.fault : 'busy';
        this.#patch({ phase: 'failed', fault, found: nothing, current: -1, matcher: undefined });
      }
    }
  }

  /**
   * Shows the first hit from where the reader is, around the end. All are counted only when it is shown, because that takes
   * the server the longest.
   * @returns its line, -1 for none, and what was found from the first line of the log on
   */
  async #searchNearest(query: LogQuery, signal: AbortSignal): Promise<Nearest> {
    const from = this.options.fromLine();
    const behind =
      from > 0 ? (this.#lookBehind(query, from) ?? (await this.#searchFirst(query, from, signal))) : nothing;
    const searched = behind.count > 0 ? unsearched : await this.#searchFirst(query, 0, signal);
    const near = behind.count > 0 ? behind : searched;
    const shown = near.lines[0] ?? -1;
    if (shown >= 0 && !signal.aborted) {
      this.#patch({ found: { ...near, next: null }, matcher: query.invert ? undefined : matcherOf(query) });
      await this.#show(0);
    }
    return { shown, searched };
  }

  /** The first hit among the last lines of the log; undefined when they are not all here, or only the source can tell. */
  #lookBehind(query: LogQuery, from: number): LogMatches | undefined {
    const { store } = this.options;
    const matcher = query.regex ? undefined : matcherOf(query);
    if (!matcher || store.total - from > MAX_LOOKED_AT) {
      return undefined;
    }
    for (let line = from; line < store.total; line += 1) {
      const record = store.get(line);
      if (!record) {
        return undefined;
      }
      if (isFound(record, matcher, query)) {
        return { ...nothing, count: 1, lines: [line] };
      }
    }
    return nothing;
  }

  async #searchFirst(query: LogQuery, from: number, signal: AbortSignal): Promise<LogMatches> {
    let found = await this.options.search(query, { after: from, first: true }, signal);
    while (found.count === 0 && found.next !== null && !signal.aborted) {
      this.#patch({ found });
      found = await this.options.search(query, { after: found.next, first: true }, signal);
    }
    return found;
  }

  /** Part by part, as far as the source gets with each. */
  async #searchOn(query: LogQuery, { shown, searched }: Nearest, signal: AbortSignal): Promise<LogMatches> {
    let found = searched;
    while (found.next !== null && !signal.aborted) {
      if (found !== searched) {
        this.#patch({ found, current: found.lines.indexOf(shown) });
      }
      found = joined(found, await this.options.search(query, { after: found.next, first: false }, signal));
    }
    return found;
  }

  #showNearest(lines: readonly number[]): void {
    const from = this.options.fromLine();
    void this.#show((lastIndex(lines.length, (i) => (lines[i] ?? 0) < from) + 1) % lines.length);
  }

  async #show(current: number): Promise<void> {
    this.#patch({ current });
    const line = this.state.get().found.lines[current];
    if (line !== undefined) {
      await this.options.onShow(line);
    }
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.options.onLeave();
    this.#request.abort();
    this.#request = new AbortController();
  }

  #patch(part: Partial<FindStatus>): void {
    this.state.set({ ...this.state.get(), ...part });
  }
}

const isFound = (record: LogLine, matcher: RegExp, { invert }: LogQuery): boolean =>
  hitsIn(parsedLine(record).text, matcher).length > 0 !== invert;

/** Nobody types several characters at once, so the next one need not be waited for. */
const isPasted = (before: string, now: string): boolean => now.length > before.length + 1;

function joined(before: LogMatches, part: LogMatches): LogMatches {
  const count = before.count + part.count;
  const lines = [...before.lines, ...part.lines].slice(0, MAX_HITS);
  return { count, lines, truncated: count > lines.length, next: part.next };
}
