import { refusal } from '../../http/refusals.js';

interface Line {
  running: number;
  waiting: (() => void)[];
}

/** Bounds how much is done at once for each of many; what is too much waits for its turn, but not in any number. */
export class Concurrency {
  private readonly lines = new Map<number, Line>();

  constructor(private readonly limits: { running: number; waiting: number }) {}

  /** @throws UserError 429 when too much waits for `key` already */
  async run<T>(key: number, work: () => Promise<T>): Promise<T> {
    await this.enter(key);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  private async enter(key: number): Promise<void> {
    const line = this.lines.get(key) ?? { running: 0, waiting: [] };
    this.lines.set(key, line);
    if (line.running < this.limits.running) {
      line.running++;
      return;
    }
    if (line.waiting.length >= this.limits.waiting) {
      throw refusal(429, 'too_many_requests');
    }
    await new Promise<void>((resolve) => line.waiting.push(resolve));
  }

  /** The turn goes to the one that has waited longest. */
  private leave(key: number): void {
    const line = this.lines.get(key);
    const next = line?.waiting.shift();
    if (next) {
      next();
    } else if (line && --line.running === 0) {
      this.lines.delete(key);
    }
  }
}
