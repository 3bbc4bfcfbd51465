import { messageOf } from '@switchyard/concurrency';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Problem, problem, type ReservedJob, type SealedJob } from '@switchyard/contracts';
import { fulfilled, isOwnFault, ItemFault, settleEach } from '@switchyard/database';
import { type AssignedAttempt, type Engine, failUntaken, type ReservedAttempt } from '@switchyard/engine';
import { JobSealer } from '../../assignments/job-sealer.js';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import { AttemptMaskers } from '../reports/attempt-maskers.js';
import { VaultPendingError } from '../../../resources/vault/vault-pending.js';
import type { RunnerIdentity } from '../identity/runner-identity.js';
import { RunnerWakeUps } from './runner-wake-ups.js';

interface Failed {
  attempt: AssignedAttempt;
  error: unknown;
}

/** Makes the jobs of a poll, each by itself: they are of different people. */
@Injectable()
export class JobHandout {
  private readonly log = new Logger(JobHandout.name);

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly sealer: JobSealer,
    private readonly maskers: AttemptMaskers,
    private readonly wakeUps: RunnerWakeUps,
  ) {}

  /**
   * The jobs that can be made. One whose own rows or whose vault is to blame ends as `error` with the reason; one that
   * failed by what may pass is left for the next poll, and one whose vault is still being read for the poll that its end wakes.
   * @throws what the first failed with, when it may pass and there is no other job: the runner shall poll again
   */
  async jobsOf(untaken: readonly AssignedAttempt[], runner: RunnerIdentity): Promise<SealedJob[]> {
    const settled = await settleEach(untaken, (attempt) => this.seal(attempt, runner));
    const failed = untaken.flatMap((attempt, i): Failed[] => {
      const result = settled[i];
      return result?.status === 'rejected' ? [{ attempt, error: result.reason }] : [];
    });
    const [pending, ended] = [failed.filter(isPending), failed.filter((each) => !isPending(each))];
    pending.forEach(({ error }) => void error.ended.then(() => this.wakeUps.waiters.wake([runner.id])));
    await settleEach(ended, ({ attempt, error }) => this.giveUp(attempt, error));
    const jobs = fulfilled(settled);
    const passing = ended.find(({ error }) => !isOwnFault(error));
    if (passing && jobs.length === 0) {
      throw passing.error;
    }
    return jobs;
  }

  /** Jobs that the runner may prepare. One that cannot be made is left out: its fault shows when it is assigned. */
  async aheadOf(reserved: readonly ReservedAttempt[], { sharedKey }: RunnerIdentity): Promise<ReservedJob[]> {
    const settled = await settleEach(reserved, async ({ seconds, ...attempt }) => {
      const { job } = await this.sealer.seal(attempt, sharedKey, true);
      return { ...job, seconds };
    });
    return fulfilled(settled);
  }

  private async seal(attempt: AssignedAttempt, { sharedKey }: RunnerIdentity): Promise<SealedJob> {
    const { job, secrets } = await this.sealer.seal(attempt, sharedKey);
    this.maskers.note(attempt.attempt, secrets);
    return job;
  }

  private async giveUp(attempt: AssignedAttempt, error: unknown): Promise<void> {
    const { taskId } = attempt;
    this.log.warn(`task ${taskId} was not given to its runner: ${messageOf(error)}`);
    if (isOwnFault(error)) {
      await failUntaken(this.engine, attempt, faultOf(error)).catch((failure: unknown) =>
        this.log.warn(`task ${taskId} was not ended: ${messageOf(failure)}`),
      );
    }
  }
}

const isPending = (failed: Failed): failed is Failed & { error: VaultPendingError } =>
  failed.error instanceof VaultPendingError;

const faultOf = (error: unknown): Problem =>
  error instanceof ItemFault ? error.problem : problem('task_ungivable', { reason: messageOf(error) });
