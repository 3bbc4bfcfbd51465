import { hitsIn, matcherOf } from './hits.js';
import { lastIndex } from './fold-map.js';
import type { LogStore } from './log-store.js';
import { Observable } from './observable.js';
import { parsedLine } from './spans.js';
import type { LogMatches, LogQuery, LogSource } from './types.js';

const DEBOUNCE_MS = 200;

export interface FindState {
  readonly open: boolean;
  readonly query: LogQuery;
  readonly phase: 'idle' | 'searching' | 'done' | 'failed';
  readonly found: LogMatches;
  /** Index in `found.lines` of the hit shown, -1 for none. */
  readonly current: number;
  readonly onlyMatches: boolean;
  /** Marks hits in drawn text. */
  readonly matcher: RegExp | undefined;
}

const nothing: LogMatches = { count: 0, lines: [], truncated: false };

export interface FindOptions {
  store: Pick<LogStore, 'total' | 'get'>;
  search: LogSource['search'];
  /** The line from which the first hit is looked for, 0-based. */
  fromLine(): number;
  onShow(line: number): void;
}

/** Find over the whole log: the source searches what is stored, lines that arrive later are looked at here. */
export class FindSession {
  readonly state = new Observable<FindState>({
    open: false,
    query: { q: '', regex: false, caseSensitive: false },
    phase: 'idle',
    found: nothing,
    current: -1,
    onlyMatches: false,
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
    this.#patch({ open: false, phase: 'idle', found: nothing, current: -1, matcher: undefined, onlyMatches: false });
  }

  setQuery(part: Partial<LogQuery>): void {
    const query = { ...this.state.get().query, ...part };
    this.#patch({ query });
    this.#searchLater(DEBOUNCE_MS);
  }

  setOnlyMatches(onlyMatches: boolean): void {
    this.#patch({ onlyMatches });
  }

  /** Goes to the next (1) or previous (-1) hit, around the ends. */
  step(by: 1 | -1): void {
    const { found, current, phase } = this.state.get();
    const { length } = found.lines;
    if (phase !== 'done' || length === 0) {
      return;
    }
    this.#show((current + by + length) % length);
  }

  /** Looks at lines that arrived after the search. */
  scanArrived(): void {
    const { phase, matcher, found } = this.state.get();
    const { total } = this.options.store;
    if (phase !== 'done' || !matcher) {
      return;
    }
    const last = found.lines.at(-1) ?? -1;
    const fresh: number[] = [];
    for (let line = Math.max(this.#scanned, last + 1); line < total; line += 1) {
      const record = this.options.store.get(line);
      if (record && hitsIn(parsedLine(record).text, matcher).length > 0) {
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
    this.#patch({ phase: 'searching' });
    this.#timer = setTimeout(() => void this.#search(query), delay);
  }

  async #search(query: LogQuery): Promise<void> {
    const request = this.#request;
    const scanned = this.options.store.total;
    try {
      const found = await this.options.search(query, request.signal);
      if (request.signal.aborted) {
        return;
      }
      this.#scanned = scanned;
      this.#patch({ phase: 'done', found, current: -1, matcher: matcherOf(query) });
      this.#showNearest(found.lines);
    } catch {
      if (!request.signal.aborted) {
        this.#patch({ phase: 'failed', found: nothing, current: -1, matcher: undefined });
      }
    }
  }

  #showNearest(lines: readonly number[]): void {
    if (lines.length === 0) {
      return;
    }
    const from = this.options.fromLine();
    this.#show((lastIndex(lines.length, (i) => (lines[i] ?? 0) < from) + 1) % lines.length);
  }

  #show(current: number): void {
    this.#patch({ current });
    const line = this.state.get().found.lines[current];
    if (line !== undefined) {
      this.options.onShow(line);
    }
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#request.abort();
    this.#request = new AbortController();
  }

  #patch(part: Partial<FindState>): void {
    this.state.set({ ...this.state.get(), ...part });
  }
}
