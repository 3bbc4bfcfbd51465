import { CoalescedWork } from '@switchyard/concurrency';

/** Somebody who reads the stream of transitions behind a cursor. */
export interface FeedConsumer {
  /** Handles what has settled since the last round. */
  run(): Promise<unknown>;
  /** Transitions have not settled yet: another round soon may find more. */
  readonly isBehind: boolean;
}

/** How long transitions are gathered, in milliseconds. Dispatchers differ, so that one finds the work of the other done. */
const SHORTEST_GATHER_MS = 100;
const LONGEST_GATHER_MS = 400;
/** Pause before another look at what had not settled, in milliseconds. */
const SETTLE_MS = 1_000;

/** Rounds of a consumer: soon after a transition, and a short while after one that found some that had not settled. */
export class FeedFollower {
  private readonly rounds: CoalescedWork;
  private timer: NodeJS.Timeout | undefined;

  /** @param pauseMs shortest time between two rounds */
  constructor(
    private readonly consumer: FeedConsumer,
    pauseMs: number,
    private readonly failed: (error: unknown) => void,
  ) {
    const gatherMs = SHORTEST_GATHER_MS + Math.random() * (LONGEST_GATHER_MS - SHORTEST_GATHER_MS);
    this.rounds = new CoalescedWork(() => this.round(), { gatherMs, pauseMs: () => pauseMs, background: true });
  }

  /** Fulfilled when a round that began after the call is over. */
  run(): Promise<void> {
    return this.rounds.run();
  }

  /** Requests a round and returns at once. */
  request(): void {
    this.run().catch(this.failed);
  }

  close(): Promise<void> {
    clearTimeout(this.timer);
    return this.rounds.close();
  }

  private async round(): Promise<void> {
    await this.consumer.run();
    if (this.consumer.isBehind) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.request(), SETTLE_MS).unref();
    }
  }
}
