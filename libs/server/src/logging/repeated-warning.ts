import type { Logger } from './logger.js';

/** How often a fault that stays is written again, in milliseconds. */
const AGAIN_MS = 60_000;

interface Written {
  at: number;
  repeated: number;
}

/**
 * Writes a fault once, and again at most once a minute while it stays, with the number of times it came meanwhile.
 * Faults are distinguished by their messages, of which `MOST` are remembered.
 */
export class RepeatedWarning {
  private static readonly MOST = 20;
  private readonly written = new Map<string, Written>();

  constructor(
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly message: string,
    private readonly now: () => number = Date.now,
  ) {}

  warn(error: Error, about: object = {}): void {
    const before = this.written.get(error.message);
    if (before && this.now() - before.at < AGAIN_MS) {
      before.repeated += 1;
      return;
    }
    this.remember(error.message);
    this.logger.warn({ err: error, ...about, ...(before ? { repeated: before.repeated } : {}) }, this.message);
  }

  private remember(message: string): void {
    this.written.delete(message);
    this.written.set(message, { at: this.now(), repeated: 0 });
    const [oldest] = this.written.keys();
    if (this.written.size > RepeatedWarning.MOST && oldest !== undefined) {
      this.written.delete(oldest);
    }
  }
}
