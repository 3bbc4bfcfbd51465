import { messageOf } from '@switchyard/concurrency';
import type { AttemptLease, ReservedJob, SealedJob } from '@switchyard/contracts';
import type { RunnerLog } from '../runner-log.js';
import { AttemptRun, type AttemptRunParts } from '../attempt/attempt-run.js';

/** An attempt under way. */
export interface RunUnderWay {
  run: AttemptRun;
  /** Resolves when nothing of it is left on this machine. */
  over: Promise<void>;
}

interface Prepared extends RunUnderWay {
  lapse: NodeJS.Timeout;
}

/**
 * Attempts that are prepared while every slot is busy, up to the report of their start. They are not held: nothing of them leaves this
 * machine before they are assigned. One that cannot be prepared stays until it is assigned or stale, so that it is not tried
 * again and again.
 */
export class PreparedAttempts {
  private readonly all = new Map<number, Prepared>();
  private readonly log: RunnerLog;

  constructor(private readonly parts: AttemptRunParts) {
    this.log = parts.log;
  }

  /** For the poll. */
  list(): AttemptLease[] {
    return [...this.all.values()].map(({ run: { job } }) => ({ attempt: job.attempt, lease: job.lease }));
  }

  get size(): number {
    return this.all.size;
  }

  /** Prepares what is new. True when there was something. */
  take(jobs: readonly ReservedJob[]): boolean {
    const fresh = jobs.filter(({ attempt }) => !this.all.has(attempt));
    fresh.forEach((job) => this.prepare(job));
    return fresh.length > 0;
  }

  /**
   * The run of an attempt that is assigned now: the prepared one when it has the very same job, else a new one, which begins
   * when nothing is left of the prepared one.
   * @param isFull what is prepared makes room for it
   */
  claim(job: SealedJob, isFull: boolean): RunUnderWay {
    const prepared = this.all.get(job.attempt);
    if (prepared?.run.assign(job)) {
      clearTimeout(prepared.lapse);
      this.all.delete(job.attempt);
      return prepared;
    }
    const before = isFull ? this.close() : prepared && this.discard(job.attempt);
    const run = new AttemptRun(job, this.parts);
    return { run, over: before ? before.then(() => run.run()) : run.run() };
  }

  /** Throws away those of these attempts that are prepared. True when there was one. */
  drop(attempts: readonly number[]): boolean {
    const known = attempts.filter((attempt) => this.all.has(attempt));
    known.forEach((attempt) => void this.discard(attempt));
    return known.length > 0;
  }

  /** Throws everything away. Resolves when nothing is left of it. */
  async close(): Promise<void> {
    await Promise.all([...this.all.keys()].map((attempt) => this.discard(attempt)));
  }

  private prepare({ seconds, ...job }: ReservedJob): void {
    const { attempt, task_id: task } = job;
    const run = new AttemptRun(job, this.parts, true);
    this.log.info('attempt prepared ahead', { attempt, task });
    const over = run.run().catch((error: unknown) => {
      this.log.warn('attempt not prepared', { attempt, error: messageOf(error) });
    });
    const lapse = setTimeout(() => void this.discard(attempt), seconds * 1000);
    this.all.set(attempt, { run, over, lapse });
  }

  /** It is named to the control plane until it is gone, so that it does not come again before. */
  private async discard(attempt: number): Promise<void> {
    const prepared = this.all.get(attempt);
    if (!prepared) {
      return;
    }
    clearTimeout(prepared.lapse);
    prepared.run.discard();
    await prepared.over;
    if (this.all.get(attempt) === prepared) {
      this.all.delete(attempt);
      this.log.info('prepared attempt thrown away', { attempt });
    }
  }
}
