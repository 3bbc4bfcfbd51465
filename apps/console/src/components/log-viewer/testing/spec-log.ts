import type { LogBatch, LogLines, LogRange } from '../types.js';

/**
 * A log server in memory for the specs: line n reads "line n". Requests wait until `answer` when it is held, and bring what there was
 * when they came.
 */
export class SpecLog {
  readonly requests: LogRange[] = [];
  readonly signals: AbortSignal[] = [];
  held = false;
  /** Most lines of one answer, whatever the request. */
  most = Infinity;
  failing = false;
  readonly #waiting: (() => void)[] = [];

  constructor(public total: number) {}

  readonly fetchLines = async (range: LogRange, signal: AbortSignal): Promise<LogLines> => {
    this.requests.push(range);
    this.signals.push(signal);
    const { total } = this;
    if (this.held) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    signal.throwIfAborted();
    if (this.failing) {
      throw new Error('unreachable');
    }
    const first = 'tail' in range ? Math.max(0, total - range.tail) : range.after;
    const limit = Math.min(this.most, 'tail' in range ? range.tail : range.limit);
    return { ...this.batch(first, Math.min(total, first + limit)), total, sgr: '' };
  };

  batch(first: number, end: number): LogBatch {
    const lines = Array.from({ length: Math.max(0, end - first) }, (_, i) => `line ${first + i}`);
    return { first, lines, times: lines.map(() => 1), kinds: lines.map(() => 0) };
  }

  async answer(): Promise<void> {
    for (const resolve of this.#waiting.splice(0)) {
      resolve();
    }
    await settled();
  }
}

/** Lets every promise that is ready run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
