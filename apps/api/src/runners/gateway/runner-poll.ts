import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { CoalescedWork } from '@switchyard/concurrency';
import { type LeaveRequest, type PollAnswer, type PollRequest, type ProjectClearing } from '@switchyard/contracts';
import { type Engine, leaveRunner, pollRunner, readAssignments, type RunnerAssignments } from '@switchyard/engine';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { AppRegistry } from '../apps/app-registry.js';
import { holdMs } from './handout/hold-time.js';
import { JobHandout } from './handout/job-handout.js';
import { RunnerWakeUps } from './handout/runner-wake-ups.js';
import type { RunnerIdentity } from './identity/runner-identity.js';
import { Listings } from './listings.js';

/** How long polls that expect nothing wait for each other, in milliseconds; a wake-up ends it. */
const QUIET_POLL_MS = 1_000;

/** Clearings that are requested of a runner: of everything, when it was last requested, and of some projects. */
interface Clearings {
  cleaning: string | null;
  clearing: ProjectClearing | null;
}

/** Gives runners what waits for them. Nothing here trusts a runner's description of itself. */
@Injectable()
export class RunnerPoll {
  private readonly quietPolls = new CoalescedWork(() => undefined, { gatherMs: QUIET_POLL_MS });

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly handout: JobHandout,
    private readonly listings: Listings,
    private readonly wakeUps: RunnerWakeUps,
    private readonly apps: AppRegistry,
  ) {}

  /**
   * Answers as soon as there is work, else after the hold. A wake-up while the database is read is not missed. The
   * statement comes first: a process that is refused as a duplicate gets no job. It is good for the whole hold, which is
   * shorter than the time in which another process could take the identity over. Where the runner had no wake-up
   * since its last look, the next one is made together with those of others, unless a wake-up comes before.
   */
  async poll(runner: RunnerIdentity, request: PollRequest, connection: IncomingMessage): Promise<PollAnswer> {
    const hangUp = new AbortController();
    connection.once('close', () => hangUp.abort());
    const { waiters } = this.wakeUps;
    const waiter = waiters.add(runner.id, holdMs(performance.now()), hangUp.signal);
    const look = <T>(read: () => Promise<T>): Promise<T> => waiters.look(runner.id, request.instance, read);
    try {
      if (waiters.isQuiet(runner.id, request.instance)) {
        await Promise.race([waiter.woken, this.quietPolls.run()]);
      }
      const { cleaningRequested, clearing, listingsWait, ...assignments } = await look(() =>
        pollRunner(this.engine, runner.id, request),
      );
      const requested = { cleaning: cleaningRequested?.toISOString() ?? null, clearing };
      const wish = { most: runner.active ? request.listings : 0, readsFiles: request.reads_files };
      const listings = listingsWait ? await this.listings.take(runner, wish) : [];
      const answer = { ...(await this.answer(runner, request, assignments, requested)), listings };
      if (!isEmpty(answer) || !(await waiter.woken)) {
        return answer;
      }
      const later = await look(() => readAssignments(this.engine, runner.id, request));
      const work = await this.answer(runner, request, later, requested);
      return isEmpty(work) ? { ...work, listings: await this.listings.take(runner, wish) } : work;
    } finally {
      waiter.leave();
    }
  }

  leave(runner: RunnerIdentity, request: LeaveRequest): Promise<void> {
    return leaveRunner(this.engine, runner.id, request);
  }

  /** @param requested clearings of its caches; a later request comes with the next poll */
  private async answer(
    runner: RunnerIdentity,
    request: PollRequest,
    { jobs: untaken, ahead: reserved, orders, stale }: RunnerAssignments,
    { cleaning, clearing }: Clearings,
  ): Promise<PollAnswer> {
    const [jobs, ahead, probes] = await Promise.all([
      this.handout.jobsOf(untaken, runner),
      this.handout.aheadOf(reserved, runner),
      this.apps.probes(),
    ]);
    return {
      jobs,
      ahead,
      orders,
      stale,
      probes: probes.revision === request.probes_revision ? null : probes,
      clear_cache: cleaning === request.cleaned ? null : cleaning,
      clear_projects: clearing,
      listings: [],
    };
  }
}

const isEmpty = ({ jobs, ahead, orders, stale, listings, probes, clear_cache, clear_projects }: PollAnswer): boolean =>
  jobs.length + ahead.length + orders.length + stale.length + listings.length === 0 &&
  (probes ?? clear_cache ?? clear_projects) === null;
