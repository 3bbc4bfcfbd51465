import type { Directions, HeldAttempt } from '@switchyard/contracts';
import type { Engine } from './ports.js';
import { renewLeases, type Holding } from './renew-leases.js';

/** How long a heartbeat waits for others, in milliseconds: long enough to gather, far shorter than a lease. */
const GATHER_MS = 250;

interface Waiting extends Holding {
  resolve(directions: Directions): void;
  reject(error: unknown): void;
}

/** Gathers the heartbeats of all runners of this process into one statement at a time. */
export class LeaseRenewals {
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly engine: Engine) {}

  /** Renews the leases of one runner, together with whatever else arrives about now. */
  renew(runnerId: number, held: readonly HeldAttempt[]): Promise<Directions> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ runnerId, held, resolve, reject });
      this.timer ??= setTimeout(() => void this.flush(), GATHER_MS);
    });
  }

  private async flush(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    this.timer = undefined;
    try {
      const directions = await renewLeases(this.engine, batch);
      batch.forEach((holding, i) => holding.resolve(directions[i] ?? { orders: [], stale: [] }));
    } catch (error) {
      batch.forEach((holding) => holding.reject(error));
    }
  }
}
