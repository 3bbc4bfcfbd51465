import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { anySignal } from '@switchyard/concurrency';
import { BusChannel, gitUrlKind, knownProblem, problem } from '@switchyard/contracts';
import { GitRepository } from '@switchyard/database';
import {
  type Engine,
  hasLister,
  type ListedRepository,
  type RepositoryListing,
  requestBranches,
} from '@switchyard/engine';
import { type MessageBus, UserError } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { badRequest, notFound, refusal } from '../../platform/http/refusals.js';
import { BUS, ENGINE } from '../../platform/infrastructure/tokens.js';
import { findOwned } from '../../platform/database/owned-rows.repository.js';
import { WakeUps } from './wake-ups.js';

/** How long a request waits for a runner, in milliseconds. */
const HOLD_MS = 20_000;

/** When it looks again without a wake-up, in milliseconds: for its turn, and for runners while none has come. */
const AGAIN_MS = 1_000;

const isAnswer = ({ branch, ended }: RepositoryListing, wanted: ListedRepository): boolean =>
  ended !== null && branch === (wanted.branch ?? '');

/** The branches of repositories, as runners list them. */
@Injectable()
export class Branches implements OnModuleInit, OnModuleDestroy {
  private readonly wakeUps = new WakeUps();
  private readonly endings: (() => void)[] = [];

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(BUS) private readonly bus: MessageBus,
  ) {}

  onModuleInit(): void {
    const wake = (): void => this.wakeUps.wake();
    this.endings.push(this.bus.subscribe(BusChannel.listing, wake), this.bus.onReconnect(wake));
  }

  onModuleDestroy(): void {
    this.endings.forEach((end) => end());
    this.wakeUps.wake();
  }

  /**
   * Names of all branches, or the one branch or tag that is wanted if there is such a one. What was listed a moment ago is answered
   * at once.
   * @throws 400 for a local directory, and with the reason when git failed; 409 while no runner does it
   */
  async list(repository: ListedRepository, hangUp: AbortSignal): Promise<string[]> {
    const { manager } = this.dataSource;
    const { gitUrl } = await findOwned(manager, GitRepository, repository.projectId, repository.repositoryId);
    if (gitUrlKind(gitUrl) === 'local') {
      throw badRequest('branches_local');
    }
    const listing = await this.listed(repository, anySignal([hangUp, AbortSignal.timeout(HOLD_MS)]));
    if (listing.problem) {
      throw new UserError(400, knownProblem(listing.problem) ?? problem('git_gave_no_reason'));
    }
    return listing.branches.map(([name]) => name);
  }

  /** The listing once it has ended. */
  private async listed(repository: ListedRepository, end: AbortSignal): Promise<RepositoryListing> {
    const next = (): Promise<void> => this.wakeUps.next(anySignal([end, AbortSignal.timeout(AGAIN_MS)]));
    let woken = next();
    let listing = await requestBranches(this.engine, repository);
    if (listing?.ended === null && !(await hasLister(this.engine, repository.projectId))) {
      throw refusal(409, 'branches_no_runner');
    }
    while (listing && !isAnswer(listing, repository) && !end.aborted) {
      await woken;
      woken = next();
      listing = await requestBranches(this.engine, repository);
    }
    if (!listing) {
      throw notFound();
    }
    if (!isAnswer(listing, repository)) {
      throw refusal(409, 'branches_late');
    }
    return listing;
  }
}
