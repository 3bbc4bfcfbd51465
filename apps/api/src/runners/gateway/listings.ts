import { messageOf } from '@switchyard/concurrency';
import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  type BranchListing,
  type ListingRequest,
  problem,
  type SealedListing,
  sentProblem,
  withTexts,
} from '@switchyard/contracts';
import { isOwnFault, ItemFault, settleEach, storableText } from '@switchyard/database';
import { endListing, type Engine, isSyncLease, takeListings, type TakenListing, takeSyncs } from '@switchyard/engine';
import { ListingSealer } from '../assignments/listing-sealer.js';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG, ENGINE } from '../../platform/infrastructure/tokens.js';
import { SyncReports } from '../../resources/shared/sync-reports.js';
import type { RunnerIdentity } from './identity/runner-identity.js';

/** A listing, or a sync, that a runner has taken. */
type Taken = TakenListing & Pick<BranchListing, 'files'>;

/** What a runner takes. */
export interface Wish {
  most: number;
  readsFiles: boolean;
}

/** Hands listings of branches to runners, and takes what they found. */
@Injectable()
export class Listings {
  private readonly log = new Logger(Listings.name);

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly sealer: ListingSealer,
    private readonly syncs: SyncReports,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /**
   * Listings that wait, for a runner that takes so many, and then syncs where it reads files. One whose own rows are to blame ends with
   * the reason.
   */
  async take(runner: RunnerIdentity, { most, readsFiles }: Wish): Promise<SealedListing[]> {
    const listings: Taken[] = await takeListings(this.engine, runner.id, most);
    const syncs = readsFiles ? await takeSyncs(this.engine, runner.id, most - listings.length) : [];
    const taken = [
      ...listings,
      ...syncs.map((sync): Taken => ({ ...sync, draft: null, files: { known: sync.known } })),
    ];
    const settled = await settleEach(taken, (each) => this.sealer.seal(each, runner.sharedKey, each.files));
    const failed = taken.flatMap((each, i) => {
      const result = settled[i];
      return result?.status === 'rejected' ? [{ each, error: result.reason as unknown }] : [];
    });
    await settleEach(failed, ({ each, error }) => this.giveUp(runner, each, error));
    return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  }

  /** Answers the next one, if any. @throws LeaseLostError */
  async end(runner: RunnerIdentity, { problem: sent, ...report }: ListingRequest): Promise<SealedListing | null> {
    const why = sent && withTexts(sent, storableText);
    await this.close(runner, { ...report, problem: why });
    const [next = null] = await this.take(runner, { most: 1, readsFiles: false });
    return next;
  }

  private async close(runner: RunnerIdentity, report: ListingRequest): Promise<void> {
    if (await isSyncLease(this.engine.dataSource, runner.id, report.lease)) {
      await this.syncs.take(runner.id, report);
    } else {
      await endListing(this.engine, runner.id, report, this.config.SWITCHYARD_SCHEDULE_TIMEZONE);
    }
  }

  /** Temporary faults are retried when the lease ends. */
  private async giveUp(runner: RunnerIdentity, { id, lease }: Taken, error: unknown): Promise<void> {
    this.log.warn(`listing ${id} was not given to its runner: ${messageOf(error)}`);
    if (isOwnFault(error)) {
      const why = error instanceof ItemFault ? error.problem : problem('job_not_made', { reason: messageOf(error) });
      await this.close(runner, { id, lease, branches: [], is_cut: false, problem: sentProblem(why) });
    }
  }
}
