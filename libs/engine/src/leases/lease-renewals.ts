import type { Directions, HeldAttempt } from '@switchyard/contracts';
import { StatementBatcher } from '@switchyard/database';
import type { Engine } from '../ports.js';
import { renewLeases, type Holding } from './renew-leases.js';

/** How long a heartbeat waits for others, in milliseconds: long enough to gather, far shorter than a lease. */
const GATHER_MS = 250;
/** Most runners in one statement. */
const MOST = 5_000;

/** Gathers the heartbeats of all runners of this process into one statement at a time. */
export class LeaseRenewals {
  private readonly renewals: StatementBatcher<Holding, Directions>;

  constructor(engine: Engine) {
    this.renewals = new StatementBatcher((holdings: readonly Holding[]) => renewLeases(engine, holdings), {
      gatherMs: GATHER_MS,
      most: MOST,
    });
  }

  /** Renews the leases of one runner, together with whatever else arrives about now. */
  renew(runnerId: number, held: readonly HeldAttempt[]): Promise<Directions> {
    return this.renewals.run({ runnerId, held });
  }
}
