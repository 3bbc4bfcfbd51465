import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { anySignal } from '@switchyard/concurrency';
import { BusChannel, gitUrlKind, knownProblem, problem, type RepositoryTest } from '@switchyard/contracts';
import { GitRepository } from '@switchyard/database';
import {
  type Engine,
  hasLister,
  type ListedRepository,
  readTest,
  removeTest,
  type RepositoryListing,
  requestBranches,
  requestTest,
} from '@switchyard/engine';
import { type MessageBus, UserError } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { badRequest, notFound, refusal } from '../../platform/http/refusals.js';
import { BUS, ENGINE } from '../../platform/infrastructure/tokens.js';
import { findOwned } from '../../platform/database/owned-rows.repository.js';
import { requireReferences } from '../shared/body-references.js';
import { WakeUps } from './wake-ups.js';

/** How long a request waits for a runner, in milliseconds. */
const HOLD_MS = 20_000;

/** When it looks again without a wake-up, in milliseconds: for its turn, and for runners while none has come. */
const AGAIN_MS = 1_000;

const isAnswer = ({ branch, ended }: RepositoryListing, wanted: Pick<ListedRepository, 'branch'>): boolean =>
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
   * Names of all branches, or the one branch or tag that is wanted if there is such a one. A list of a moment ago is answered
   * at once.
   * @throws 400 for a local directory, and with the reason when git failed; 409 while no runner does it
   */
  async list(repository: ListedRepository, hangUp: AbortSignal): Promise<string[]> {
    const { manager } = this.dataSource;
    const { gitUrl } = await findOwned(manager, GitRepository, repository.projectId, repository.repositoryId);
    requireServer(gitUrl);
    const request = (): Promise<RepositoryListing | undefined> => requestBranches(this.engine, repository);
    return namesOf(await this.listed({ ...repository, request, hangUp }));
  }

  /**
   * The same of a repository that is not stored, by a key of the project. Nothing of it stays.
   * @throws 404 when the project has no such key, 400 for a GitHub App that cannot open it, and as {@link list}
   */
  async test(projectId: number, { branch, ...access }: RepositoryTest, hangUp: AbortSignal): Promise<string[]> {
    requireServer(access.git_url);
    const keys = { sshKeyId: access.ssh_key_id, secondKeyId: access.second_key_id ?? null };
    await requireReferences(this.dataSource.manager, GitRepository, projectId, { ...keys, gitUrl: access.git_url });
    const draft = {
      ...keys,
      gitUrl: access.git_url,
      caCertificates: access.ca_certificates ?? '',
      knownHosts: access.known_hosts ?? '',
      secondKeyPrefix: access.second_key_prefix ?? '',
    };
    const id = await requestTest(this.engine, { projectId, draft, branch });
    try {
      const request = (): Promise<RepositoryListing | undefined> => readTest(this.engine, id);
      return namesOf(await this.listed({ projectId, branch, request, hangUp }));
    } finally {
      await removeTest(this.engine, id);
    }
  }

  /** The listing once it has ended. */
  private async listed({ request, hangUp, ...wanted }: AwaitedListing): Promise<RepositoryListing> {
    const end = anySignal([hangUp, AbortSignal.timeout(HOLD_MS)]);
    const next = (): Promise<void> => this.wakeUps.next(anySignal([end, AbortSignal.timeout(AGAIN_MS)]));
    let woken = next();
    let listing = await request();
    if (listing?.ended === null && !(await hasLister(this.engine, wanted.projectId))) {
      throw refusal(409, 'branches_no_runner');
    }
    while (listing && !isAnswer(listing, wanted) && !end.aborted) {
      await woken;
      woken = next();
      listing = await request();
    }
    if (!listing) {
      throw notFound();
    }
    if (!isAnswer(listing, wanted)) {
      throw refusal(409, 'branches_late');
    }
    return listing;
  }
}

/** A listing that somebody waits for. */
interface AwaitedListing extends Pick<ListedRepository, 'projectId' | 'branch'> {
  /** Asks for it, and reads how far it is. */
  request: () => Promise<RepositoryListing | undefined>;
  hangUp: AbortSignal;
}

/** @throws 400 for a local directory */
function requireServer(gitUrl: string): void {
  if (gitUrlKind(gitUrl) === 'local') {
    throw badRequest('branches_local');
  }
}

/** @throws 400 with the reason when git failed */
function namesOf({ problem: why, branches }: RepositoryListing): string[] {
  if (why) {
    throw new UserError(400, knownProblem(why) ?? problem('git_gave_no_reason'));
  }
  return branches.map(([name]) => name);
}
