import { PLAIN_SGR } from '@switchyard/contracts';
import { LineBuilder } from './line-builder.js';
import type { LogBatch, LogLine, LogLines, LogRange, OpenLine } from '../types.js';

const MAX_LINES = 40_000;
const KEPT_LINES = 20_000;
const FETCH_LINES = 5_000;
const RESTART_LINES = 500;

export interface LiveTailOptions {
  fetchLines(range: LogRange, signal: AbortSignal): Promise<LogLines>;
  /** Called after lines were added; `batch` holds them and perhaps some that were known. */
  onAdded(batch: LogBatch): void;
}

/**
 * The end of the log as one unbroken run of lines. Known lines are dropped; a gap is closed from the range API, and when it is too
 * wide for one answer the run starts over at the end. Never holds more than 40,000 lines.
 */
export class LiveTail {
  #first = 0;
  #lines: LogLine[] = [];
  #builder = new LineBuilder(PLAIN_SGR);
  #known = 0;
  #open: OpenLine | undefined;
  #openBuilt: LogLine | undefined;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;
  readonly #abort = new AbortController();

  constructor(private readonly options: LiveTailOptions) {}

  /** The first line held, 0-based. */
  get first(): number {
    return this.#first;
  }

  /** One behind the last line held. */
  get end(): number {
    return this.#first + this.#lines.length;
  }

  get(line: number): LogLine | undefined {
    return this.#lines[line - this.#first];
  }

  /** The line behind the last one held, when it is known as far as it is written. */
  get openLine(): LogLine | undefined {
    if (this.#open?.line !== this.end) {
      return undefined;
    }
    return (this.#openBuilt ??= this.#builder.peek(this.#open));
  }

  /** Takes what is written of the line behind the last one; answers whether that may be shown, now or when the lines before it are here. */
  receiveOpen(open: OpenLine): boolean {
    if (open.line < this.end) {
      return false;
    }
    this.#open = open.text === '' ? undefined : open;
    this.#openBuilt = undefined;
    return true;
  }

  /** Begins at these lines, whatever was held before. */
  restart(answer: LogLines): void {
    this.#first = answer.first;
    this.#builder = new LineBuilder(PLAIN_SGR, answer.sgr);
    this.#lines = this.#builder.build(answer);
    this.#known = Math.max(this.#known, answer.total);
    this.options.onAdded(answer);
  }

  /** Takes a batch of the live stream; rejects only when a gap could not be fetched. */
  async receive(batch: LogBatch): Promise<void> {
    this.#known = Math.max(this.#known, batch.first + batch.lines.length);
    this.#add(batch);
    if (this.end < this.#known) {
      await this.#catchUp();
    }
  }

  /** Fetches what was stored behind the last line held. One run at a time: a call meanwhile lets it look once more. */
  catchUp(): Promise<void> {
    this.#isAskedAgain = true;
    return this.#catchUp();
  }

  #catchUp(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  close(): void {
    this.#abort.abort();
  }

  async #run(): Promise<void> {
    let before: number;
    do {
      before = this.end;
      this.#isAskedAgain = false;
      const wide = this.#known - this.end > FETCH_LINES;
      const range = wide ? { tail: RESTART_LINES } : { after: this.end, limit: FETCH_LINES };
      const answer = await this.options.fetchLines(range, this.#abort.signal);
      if (this.#abort.signal.aborted) {
        return;
      }
      this.#known = Math.max(this.#known, answer.total);
      if (answer.first > this.end) {
        this.restart(answer);
      } else {
        this.#add(answer);
      }
    } while (this.#isAskedAgain || (this.end < this.#known && this.end > before));
  }

  #add(batch: LogBatch): void {
    const skip = this.end - batch.first;
    if (skip < 0 || skip >= batch.lines.length) {
      return;
    }
    for (const line of this.#builder.build(batch, skip)) {
      this.#lines.push(line);
    }
    this.#trim();
    this.options.onAdded(batch);
  }

  #trim(): void {
    if (this.#lines.length <= MAX_LINES) {
      return;
    }
    const cut = this.#lines.length - KEPT_LINES;
    this.#lines = this.#lines.slice(cut);
    this.#first += cut;
  }
}
