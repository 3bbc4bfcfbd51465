/** Bounds of the work of one key. */
export interface Limits {
  /** Most that goes on together; 1 makes the limiter a mutex. */
  atATime?: number;
  /** Most that waits; what comes on top of it is refused. */
  maxWaiting?: number;
  /** Ends the wait with its reason; without effect once the work may begin. */
  signal?: AbortSignal | undefined;
}

/** As much waits for the key as may. */
export class LimiterFullError extends Error {
  override readonly name = 'LimiterFullError';
}

interface Line {
  active: number;
  waiting: (() => void)[];
}

/** Lets so many pieces of work of each key go on at a time; the others wait in order of arrival. Keys are independent. */
export class KeyedLimiter {
  private readonly lines = new Map<string, Line>();
  private readonly shared = new Map<string, Promise<void>>();

  /** @param restMs how long a place rests after a piece of work before it goes to the next that waits, in milliseconds */
  constructor(private readonly restMs: (workedMs: number) => number = () => 0) {}

  /**
   * Waits for a place. Answers what to call when the work is over; once or more.
   * @throws LimiterFullError, or the reason of the signal
   */
  async enter(key: string, { atATime = 1, maxWaiting = Infinity, signal }: Limits = {}): Promise<() => void> {
    const line = this.lines.get(key) ?? { active: 0, waiting: [] };
    this.lines.set(key, line);
    if (line.active >= atATime) {
      if (line.waiting.length >= maxWaiting) {
        throw new LimiterFullError(`${line.waiting.length} wait already`);
      }
      await waitIn(line, signal);
    } else {
      line.active++;
    }
    const begun = performance.now();
    let entered = true;
    return () => {
      if (entered) {
        entered = false;
        this.leave(key, line, performance.now() - begun);
      }
    };
  }

  /** Does the work when there is a place for it. @throws as {@link enter} does, or as the work does */
  async run<T>(key: string, work: () => Promise<T>, limits?: Limits): Promise<T> {
    const leave = await this.enter(key, limits);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * As {@link run}, but joins work of the same `kind` that waits: only work that begins after the call is fresh enough.
   * When the joined work fails, the joiner does its own.
   */
  async runShared(key: string, kind: string, work: () => Promise<void>): Promise<void> {
    const id = `${key}\0${kind}`;
    const waiting = this.shared.get(id);
    if (waiting) {
      return waiting.catch(() => this.run(key, work));
    }
    const own = this.run(key, () => {
      this.shared.delete(id);
      return work();
    });
    this.shared.set(id, own);
    return own;
  }

  private leave(key: string, line: Line, workedMs: number): void {
    const restMs = line.waiting.length > 0 ? this.restMs(workedMs) : 0;
    if (restMs > 0) {
      setTimeout(() => this.handOver(key, line), restMs).unref();
    } else {
      this.handOver(key, line);
    }
  }

  private handOver(key: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) {
      next();
      return;
    }
    line.active--;
    if (line.active === 0) {
      this.lines.delete(key);
    }
  }
}

function waitIn({ waiting }: Line, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(signal?.reason);
    };
    const begin = (): void => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    signal?.throwIfAborted();
    waiting.push(begin);
    signal?.addEventListener('abort', leave, { once: true });
  });
}
