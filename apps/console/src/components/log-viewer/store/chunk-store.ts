import { PLAIN_SGR } from '@switchyard/contracts';
import { LineBuilder } from './line-builder.js';
import type { LogLine, LogLines, LogRange } from '../types.js';

export const CHUNK_LINES = 500;
const MAX_CHUNKS = 60;
const MAX_REQUESTS = 3;
const RETRY_MS = 2_000;

export interface ChunkStoreOptions {
  fetchLines(range: LogRange, signal: AbortSignal): Promise<LogLines>;
  /** Called after every answer that was kept. */
  onLoaded(answer: LogLines): void;
}

interface Chunk {
  readonly lines: readonly LogLine[];
  used: number;
}

/**
 * Lines of a log in chunks of {@link CHUNK_LINES}, fetched when wanted and forgotten when long unused. At most three requests run; a new
 * wish list replaces the old one and aborts what stands in its way. A failed request is tried again while its lines are wanted.
 */
export class ChunkStore {
  readonly #chunks = new Map<number, Chunk>();
  readonly #running = new Map<number, AbortController>();
  #wanted: readonly number[] = [];
  #end = 0;
  #clock = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: ChunkStoreOptions) {}

  get size(): number {
    return this.#chunks.size;
  }

  get(line: number): LogLine | undefined {
    const chunk = this.#chunks.get(Math.floor(line / CHUNK_LINES));
    if (!chunk) {
      return undefined;
    }
    chunk.used = this.#clock += 1;
    return chunk.lines[line % CHUNK_LINES];
  }

  /** Requests the chunks of these lines, the most important first. Lines at or behind `end` are held elsewhere. */
  want(lines: Iterable<number>, end: number): void {
    const wanted = new Set<number>();
    for (const line of lines) {
      if (line >= 0 && line < end) {
        wanted.add(Math.floor(line / CHUNK_LINES));
      }
    }
    this.#end = end;
    this.#wanted = [...wanted];
    this.#abortStale(wanted);
    this.#pump();
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#wanted = [];
    for (const request of this.#running.values()) {
      request.abort();
    }
    this.#running.clear();
  }

  #missing(index: number): boolean {
    const chunk = this.#chunks.get(index);
    const needed = Math.min(CHUNK_LINES, this.#end - index * CHUNK_LINES);
    return !chunk || chunk.lines.length < needed;
  }

  #abortStale(wanted: ReadonlySet<number>): void {
    const waiting = this.#wanted.some((index) => this.#missing(index) && !this.#running.has(index));
    if (!waiting) {
      return;
    }
    for (const [index, request] of this.#running) {
      if (this.#running.size < MAX_REQUESTS) {
        return;
      }
      if (wanted.has(index)) {
        continue;
      }
      request.abort();
      this.#running.delete(index);
    }
  }

  #pump(): void {
    for (const index of this.#wanted) {
      if (this.#running.size >= MAX_REQUESTS) {
        return;
      }
      if (!this.#running.has(index) && this.#missing(index)) {
        void this.#load(index);
      }
    }
  }

  async #load(index: number): Promise<void> {
    const request = new AbortController();
    this.#running.set(index, request);
    try {
      const held = this.#chunks.get(index)?.lines ?? [];
      const range = { after: index * CHUNK_LINES + held.length, limit: CHUNK_LINES - held.length };
      const answer = await this.options.fetchLines(range, request.signal);
      if (request.signal.aborted) {
        return;
      }
      this.#running.delete(index);
      this.#keep(index, held, answer);
    } catch {
      if (request.signal.aborted) {
        return;
      }
      this.#running.delete(index);
      this.#retryLater();
    }
  }

  /** An answer of many bytes ends early: the rest of the chunk is requested next. */
  #keep(index: number, held: readonly LogLine[], answer: LogLines): void {
    const lines = new LineBuilder(PLAIN_SGR, answer.sgr).build(answer);
    this.#chunks.set(index, { lines: [...held, ...lines], used: (this.#clock += 1) });
    this.#evict();
    this.options.onLoaded(answer);
    if (lines.length === 0) {
      this.#retryLater();
    } else {
      this.#pump();
    }
  }

  #evict(): void {
    const kept = new Set(this.#wanted);
    const spare = [...this.#chunks].filter(([index]) => !kept.has(index)).sort(([, a], [, b]) => a.used - b.used);
    for (const [index] of spare.slice(0, Math.max(0, this.#chunks.size - MAX_CHUNKS))) {
      this.#chunks.delete(index);
    }
  }

  #retryLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#pump(), RETRY_MS);
  }
}
