/** Longest rest after a round, so that a long one does not delay the next by much. */
const LONGEST_REST_MS = 50;

/**
 * Work that many callers share: one round at a time and at most one more waiting. After a round it rests as long as the
 * round took, so that under load one round serves many calls. A call after a quiet moment does not wait.
 */
export class PacedWork {
  private rested: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly work: () => Promise<unknown>) {}

  /** Settled as a round that began after the call. */
  run(): Promise<void> {
    this.next ??= this.rested.then(() => this.begin());
    return this.next;
  }

  /** Fulfilled when no round is at work or waiting. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.next ?? this.last]);
  }

  private begin(): Promise<void> {
    this.next = undefined;
    const began = performance.now();
    const rest = (): Promise<void> => pause(Math.min(performance.now() - began, LONGEST_REST_MS));
    this.last = this.work().then(() => undefined);
    this.rested = this.last.then(rest, rest);
    return this.last;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
