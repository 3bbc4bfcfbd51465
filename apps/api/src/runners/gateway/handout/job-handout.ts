import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { messageOf } from '@switchyard/concurrency';
import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  type Problem,
  problem,
  type ReservedJob,
  type SealedJob,
  exactJson,
  type Job,
  namedSecrets,
} from '@switchyard/contracts';
import { fulfilled, isOwnFault, ItemFault, settleEach, faultless } from '@switchyard/database';
import { type AssignedAttempt, type Engine, failUntaken, type ReservedAttempt } from '@switchyard/engine';
import nacl from 'tweetnacl';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import { AttemptMaskers } from '../reports/attempt-maskers.js';
import { PendingSecretsError } from '../../../resources/shared/pending-secrets.js';
import type { RunnerIdentity } from '../identity/runner-identity.js';
import { RunnerWakeUps } from './runner-wake-ups.js';
import { JobBuilder } from '../../assignments/job-builder.js';

/** Jobs from so many bytes on are compressed before they are sealed. */
const COMPRESS_FROM = 16 * 1024;

/** The attempt a job is for. */
interface JobAttempt {
  attempt: number;
  lease: string;
  taskId: number;
  number: number;
}

interface Failed {
  attempt: AssignedAttempt;
  error: unknown;
}

/** Makes and seals the jobs of a poll, each by itself: they are of different people. */
@Injectable()
export class JobHandout {
  private readonly log = new Logger(JobHandout.name);

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly builder: JobBuilder,
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
      const { job } = await this.sealed(attempt, sharedKey, true);
      return { ...job, seconds };
    });
    return fulfilled(settled);
  }

  private async seal(attempt: AssignedAttempt, { sharedKey }: RunnerIdentity): Promise<SealedJob> {
    const { job, secrets } = await this.sealed(attempt, sharedKey);
    this.maskers.note(attempt.attempt, secrets);
    return job;
  }

  /**
   * The job for the wire, and the values in it that must not appear in its log.
   * @param isAhead the attempt is reserved, not assigned
   * @throws ItemFault explaining what is wrong with the task, when its own rows are to blame
   */
  private async sealed(attempt: JobAttempt, sharedKey: Uint8Array, isAhead = false) {
    const begun = new Date();
    const built = await this.builder.build(attempt.taskId, isAhead);
    const job = faultless(
      (reason) => problem('job_not_sealed', { reason }),
      () => sealedJob(built, attempt, sharedKey),
    );
    if (built.traceparent !== undefined) {
      this.engine.traces?.begin('hand out', built.traceparent, begun).end({ 'switchyard.task': attempt.taskId });
    }
    return { job, secrets: namedSecrets(built) };
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

const isPending = (failed: Failed): failed is Failed & { error: PendingSecretsError } =>
  failed.error instanceof PendingSecretsError;

const faultOf = (error: unknown): Problem =>
  error instanceof ItemFault ? error.problem : problem('task_ungivable', { reason: messageOf(error) });

/** Sealed to the key that the runner shares with the control plane. */
function sealedJob(built: Job, { attempt, lease, taskId, number }: JobAttempt, sharedKey: Uint8Array): SealedJob {
  const json = Buffer.from(exactJson(built));
  const codec = json.length >= COMPRESS_FROM ? 1 : 0;
  const bytes = new Uint8Array(codec === 1 ? deflateRawSync(json, { level: 1 }) : json);
  const nonce = new Uint8Array(randomBytes(nacl.box.nonceLength));
  const box = nacl.box.after(bytes, nonce, sharedKey);
  return {
    attempt,
    lease,
    task_id: taskId,
    number,
    codec,
    nonce: Buffer.from(nonce).toString('base64'),
    sealed: Buffer.from(box).toString('base64'),
  };
}
