import type { TransferListItem } from 'node:worker_threads';
import { KeyedLimiter, LimiterFullError } from '@switchyard/concurrency';
import { BudgetSpent, WorkBudget, type WorkLimits } from './work-budget.js';
import { WorkerPool, type WorkerPoolOptions, WorkersBusy } from './worker-pool.js';

/** A function of its job alone, which asks the budget before each part of its work. */
export type Work<Job, Result> = (job: Job, budget: WorkBudget) => Result;

/** Input of a thread. */
export interface BoundedJob<Job> {
  job: Job;
  limits: WorkLimits;
}

export interface BoundedWorkOptions extends WorkerPoolOptions {
  /** Budget of a small job on the thread that serves requests. */
  here: WorkLimits;
  /** Budget of a job on its own thread. */
  away: WorkLimits;
  /** Jobs of one key that may wait for its place: a key has one thread at a time. */
  maxWaitingOfKey: number;
}

export interface BoundedRun<Job> {
  /** Whose work it is; nobody takes all threads. */
  key: string;
  /** The job when it is small: it is tried here first. */
  small: Job | null;
  /** The job as it is sent to a thread, and what of it is moved there; called when it is its turn. */
  sent: () => SentJob<Job> | Promise<SentJob<Job>>;
}

export interface SentJob<Job> {
  job: Job;
  transfer?: readonly TransferListItem[];
}

/** The bytes as they may be moved to a thread: themselves when they are all of their memory, else a copy. */
export const movable = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.length === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    ? new Uint8Array(bytes.buffer)
    : new Uint8Array(bytes);

/**
 * Work on what outsiders send: a small job that stays within a budget of a few milliseconds is done at once, any other in a
 * thread within a budget, a time and a memory. How many wait is bounded, and for how long.
 */
export class BoundedWork<Job, Result> {
  private readonly threads: WorkerPool<BoundedJob<Job>, Result>;
  private readonly lines = new KeyedLimiter();

  constructor(
    private readonly work: Work<Job, Result>,
    private readonly options: BoundedWorkOptions,
  ) {
    this.threads = new WorkerPool(options);
  }

  /**
   * @throws BudgetSpent or JobEnded when the job takes too much, WorkersBusy when too many wait, and what the work throws,
   * which from a thread is an `Error` with its text alone
   */
  async run({ key, small, sent }: BoundedRun<Job>): Promise<Result> {
    const done = small === null ? null : this.here(small);
    return done ? done.result : this.away(key, sent);
  }

  close(): Promise<void> {
    return this.threads.close();
  }

  /** `null` = it takes more than it may here. */
  private here(job: Job): { result: Result } | null {
    try {
      return { result: this.work(job, new WorkBudget(this.options.here, false)) };
    } catch (error) {
      if (error instanceof BudgetSpent) {
        return null;
      }
      throw error;
    }
  }

  private async away(key: string, sent: BoundedRun<Job>['sent']): Promise<Result> {
    const { away: limits, maxWaitingOfKey: maxWaiting, waitMs } = this.options;
    const wait = new AbortController();
    const timer = setTimeout(() => wait.abort(new WorkersBusy()), waitMs);
    const leave = await this.lines
      .enter(key, { maxWaiting, signal: wait.signal })
      .catch((error: unknown) => {
        throw error instanceof LimiterFullError ? new WorkersBusy() : error;
      })
      .finally(() => clearTimeout(timer));
    try {
      const { job, transfer } = await sent();
      return await this.threads.run({ job, limits }, transfer);
    } finally {
      leave();
    }
  }
}
