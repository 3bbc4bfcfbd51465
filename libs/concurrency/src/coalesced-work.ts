/** A run that is over. */
export interface EndedRun {
  /** Requests that it served. */
  requests: number;
  workedMs: number;
}

export interface CoalescedWorkOptions {
  /** How long a request waits for others, in milliseconds; 0 = after a quiet time the run begins at once. */
  gatherMs?: number;
  /** Shortest time from the end of a run to the next one, in milliseconds. */
  pauseMs?: (run: EndedRun) => number;
  /** Waiting for the next run does not keep the process alive. */
  background?: boolean;
}

/** Longest pause of {@link asLongAsRun}, in milliseconds, so that a long run does not delay the next by much. */
const LONGEST_PAUSE_MS = 50;

/** A pause as long as the run took: under load one run serves many requests. For `pauseMs`. */
export const asLongAsRun = ({ workedMs }: EndedRun): number => Math.min(workedMs, LONGEST_PAUSE_MS);

interface NextRun {
  requests: number;
  over: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Work that serves everyone who requests it (single flight with a trailing run): one run at a time and at most one more
 * waiting. A request that comes during a run, or in the pause after it, shares the next one. A run that fails fails
 * those it serves, and no other.
 */
export class CoalescedWork {
  private next: NextRun | undefined;
  private current: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private earliest = -Infinity;
  private isClosed = false;

  constructor(
    private readonly work: () => unknown,
    private readonly options: CoalescedWorkOptions = {},
  ) {}

  /** Requests a run. Settled as the first one that begins after the call; at once when there is none any more. */
  run(): Promise<void> {
    if (this.isClosed) {
      return Promise.resolve();
    }
    this.next ??= nextRun();
    this.next.requests += 1;
    const { over } = this.next;
    this.schedule();
    return over;
  }

  /** Fulfilled when no run is at work or waiting. */
  async settled(): Promise<void> {
    for (let last = this.last(); last; last = this.last()) {
      await last.catch(() => undefined);
    }
  }

  /** No run begins any more. Fulfilled when the one at work is over. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.next?.resolve();
    this.next = undefined;
    await this.settled();
  }

  private last(): Promise<void> | undefined {
    return this.next?.over ?? this.current;
  }

  private schedule(): void {
    if (this.next && !this.current && !this.timer) {
      const { gatherMs = 0, background = false } = this.options;
      const waitMs = Math.max(gatherMs, this.earliest - performance.now());
      if (waitMs > 0) {
        this.timer = setTimeout(() => this.begin(), waitMs);
        this.timer[background ? 'unref' : 'ref']();
      } else {
        this.begin();
      }
    }
  }

  private begin(): void {
    const { next } = this;
    this.timer = undefined;
    this.next = undefined;
    if (next) {
      this.current = this.serve(next).finally(() => {
        this.current = undefined;
        this.schedule();
      });
    }
  }

  private async serve({ requests, resolve, reject }: NextRun): Promise<void> {
    const began = performance.now();
    try {
      await this.work();
      resolve();
    } catch (error) {
      reject(error);
    }
    const ended = performance.now();
    this.earliest = ended + (this.options.pauseMs?.({ requests, workedMs: ended - began }) ?? 0);
  }
}

function nextRun(): NextRun {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const over = new Promise<void>((...settle) => ([resolve, reject] = settle));
  return { requests: 0, over, resolve, reject };
}
