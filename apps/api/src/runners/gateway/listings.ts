import { messageOf } from '@switchyard/concurrency';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type ListingRequest, problem, type SealedListing, sentProblem, withTexts } from '@switchyard/contracts';
import { isOwnFault, ItemFault, settleEach, storableText } from '@switchyard/database';
import { endListing, type Engine, takeListings, type TakenListing } from '@switchyard/engine';
import { ListingSealer } from '../assignments/listing-sealer.js';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG, ENGINE } from '../../platform/infrastructure/tokens.js';
import type { RunnerIdentity } from './identity/runner-identity.js';

/** Hands listings of branches to runners, and takes what they found. */
@Injectable()
export class Listings {
  private readonly log = new Logger(Listings.name);

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly sealer: ListingSealer,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** Listings that wait, for a runner that takes so many. One whose own rows are to blame ends with the reason. */
  async take(runner: RunnerIdentity, most: number): Promise<SealedListing[]> {
    const taken = await takeListings(this.engine, runner.id, most);
    const settled = await settleEach(taken, (each) => this.sealer.seal(each, runner.sharedKey));
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
    await endListing(this.engine, runner.id, { ...report, problem: why }, this.config.SWITCHYARD_SCHEDULE_TIMEZONE);
    const [next = null] = await this.take(runner, 1);
    return next;
  }

  /** Temporary faults are retried when the lease ends. */
  private async giveUp(runner: RunnerIdentity, { id, lease }: TakenListing, error: unknown): Promise<void> {
    this.log.warn(`listing ${id} was not given to its runner: ${messageOf(error)}`);
    if (isOwnFault(error)) {
      const why = error instanceof ItemFault ? error.problem : problem('job_not_made', { reason: messageOf(error) });
      const report = { id, lease, branches: [], is_cut: false, problem: sentProblem(why) };
      await endListing(this.engine, runner.id, report, this.config.SWITCHYARD_SCHEDULE_TIMEZONE);
    }
  }
}
