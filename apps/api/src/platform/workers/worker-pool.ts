import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TransferListItem, Worker } from 'node:worker_threads';
import { BudgetSpent } from './work-budget.js';

export interface WorkerPoolOptions {
  /** Module that calls `serveJobs`. */
  file: URL;
  threads: number;
  /** Memory of a thread in MiB of JavaScript objects; a thread that needs more is ended with its job. */
  memoryMib: number;
  /** Most jobs that wait. */
  maxWaiting: number;
  /** Longest wait of a job for a thread, in milliseconds. */
  waitMs: number;
  /** Longest time of a job in milliseconds, after which its thread is ended. */
  limitMs: number;
}

/** Memory for new objects, beside that: a small one is emptied often. */
const YOUNG_MIB = 4;

/** Too many jobs wait already, or this one has waited for too long. */
export class WorkersBusy extends Error {}
/** The job took longer or needed more memory than it may; its thread was ended. */
export class JobEnded extends Error {}

interface Waiting {
  job: unknown;
  transfer: readonly TransferListItem[];
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  /** Ends the wait. */
  patience: NodeJS.Timeout;
}

/** Answer of a thread: a result, a spent budget, or the text of an error. */
export type JobAnswer = { result: unknown } | { isSpent: true } | { error: string };
/** Sent by a thread once, before its first answer: its modules are loaded. */
export const THREAD_READY = 'ready';

/** Longest start of a thread in milliseconds, which is no time of its first job. */
const START_MS = 30_000;

/**
 * Threads for work whose size depends on what people send. Jobs wait in order of arrival. A thread is started when it is
 * first needed, and again after it was ended. The owner of a pool closes it in `onApplicationShutdown`: until then
 * requests that began before the end of the process need it.
 */
export class WorkerPool<Job, Result> {
  private static readonly open = new Set<WorkerPool<never, unknown>>();

  private readonly waiting: Waiting[] = [];
  private readonly idle: Worker[] = [];
  private readonly threads = new Set<Worker>();
  private readonly starting = new Set<Worker>();

  constructor(private readonly options: WorkerPoolOptions) {
    WorkerPool.open.add(this);
  }

  /** Jobs of all pools of this process that wait or are being done, by the name of their module. */
  static jobs(): Record<string, number> {
    return Object.fromEntries([...WorkerPool.open].map((pool) => [pool.name, pool.count()]));
  }

  /**
   * @param transfer of the job's buffers, which are not usable here any more
   * @throws WorkersBusy JobEnded BudgetSpent
   */
  run(job: Job, transfer: readonly TransferListItem[] = []): Promise<Result> {
    if (this.waiting.length >= this.options.maxWaiting) {
      return Promise.reject(new WorkersBusy());
    }
    return new Promise<Result>((resolve, reject) => {
      const patience = setTimeout(() => this.giveUp(patience), this.options.waitMs);
      this.waiting.push({ job, transfer, resolve: resolve as (result: unknown) => void, reject, patience });
      this.next();
    });
  }

  async close(): Promise<void> {
    WorkerPool.open.delete(this);
    this.waiting.splice(0).forEach(dismiss);
    await Promise.all([...this.threads].map((thread) => thread.terminate()));
  }

  private get name(): string {
    return path.parse(fileURLToPath(this.options.file)).name;
  }

  private count(): number {
    return this.waiting.length + this.threads.size - this.idle.length;
  }

  private giveUp(patience: NodeJS.Timeout): void {
    const at = this.waiting.findIndex((each) => each.patience === patience);
    this.waiting.splice(at, at < 0 ? 0 : 1).forEach(dismiss);
  }

  private next(): void {
    const thread = this.waiting.length > 0 ? (this.idle.pop() ?? this.started()) : undefined;
    const work = thread && this.waiting.shift();
    if (thread && work) {
      clearTimeout(work.patience);
      this.give(thread, work);
    }
  }

  private started(): Worker | undefined {
    if (this.threads.size >= this.options.threads) {
      return undefined;
    }
    const thread = new Worker(fileURLToPath(this.options.file), {
      resourceLimits: { maxOldGenerationSizeMb: this.options.memoryMib, maxYoungGenerationSizeMb: YOUNG_MIB },
    });
    this.threads.add(thread);
    this.starting.add(thread);
    thread.on('error', () => this.ended(thread)).on('exit', () => this.ended(thread));
    return thread;
  }

  private give(thread: Worker, { job, transfer, resolve, reject }: Waiting): void {
    const endAfter = (ms: number): NodeJS.Timeout => setTimeout(() => void thread.terminate(), ms);
    let limit = endAfter(this.starting.has(thread) ? START_MS : this.options.limitMs);
    const settle = (settled: () => void): void => {
      clearTimeout(limit);
      thread.removeListener('message', onMessage).removeListener('error', onError).removeListener('exit', onExit);
      settled();
    };
    const onMessage = (answer: JobAnswer | typeof THREAD_READY): void => {
      if (answer === THREAD_READY) {
        this.starting.delete(thread);
        clearTimeout(limit);
        limit = endAfter(this.options.limitMs);
        return;
      }
      settle(() => ('result' in answer ? resolve(answer.result) : reject(errorOf(answer))));
      this.rest(thread);
    };
    const onError = (error: Error): void => settle(() => reject(isOutOfMemory(error) ? new JobEnded() : error));
    const onExit = (): void => settle(() => reject(new JobEnded()));
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    thread.ref();
    thread.postMessage(job, transfer);
  }

  /** A thread without work does not keep the process alive. */
  private rest(thread: Worker): void {
    thread.unref();
    this.idle.push(thread);
    this.next();
  }

  private ended(thread: Worker): void {
    this.threads.delete(thread);
    this.starting.delete(thread);
    const at = this.idle.indexOf(thread);
    if (at >= 0) {
      this.idle.splice(at, 1);
    }
    this.next();
  }
}

function dismiss({ patience, reject }: Waiting): void {
  clearTimeout(patience);
  reject(new WorkersBusy());
}

const errorOf = (answer: Exclude<JobAnswer, { result: unknown }>): Error =>
  'isSpent' in answer ? new BudgetSpent() : new Error(answer.error);

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
