import type { AttemptLease, Directions, HeldAttempt, Problem, ReservedJob, SealedJob } from '@switchyard/contracts';
import type { RunnerLog } from '../runner-log.js';
import type { AttemptRun, AttemptRunParts } from '../attempt/attempt-run.js';
import { PreparedAttempts } from './prepared-attempts.js';

/** Attempts that are remembered after their end, so that a late repetition of an answer cannot run one twice. */
const MAX_REMEMBERED = 10_000;

/** Every attempt in the runner's hands. */
export class HeldAttempts {
  private readonly runs = new Map<number, AttemptRun>();
  private readonly seen = new Set<number>();
  private readonly idle = new Set<() => void>();
  private readonly prepared: PreparedAttempts;
  private readonly log: RunnerLog;
  private isClosed = false;
  private resolveTaken: () => void = () => undefined;
  /** Resolves when the first attempt is taken. */
  readonly firstTaken = new Promise<void>((resolve) => (this.resolveTaken = resolve));

  /** @param takesTasks the runner is not paused */
  constructor(parts: Omit<AttemptRunParts, 'successors'>, takesTasks: () => boolean) {
    this.log = parts.log;
    const successors = {
      areThere: (): boolean => this.listPrepared().length > 0 && !this.isClosed && takesTasks(),
      take: (jobs: readonly SealedJob[]): void => void this.take(jobs),
    };
    this.prepared = new PreparedAttempts({ ...parts, successors }, () => parts.capacity() - this.runs.size);
  }

  /** For poll and heartbeat; an attempt that was lost is not claimed while its processes end. */
  list(): HeldAttempt[] {
    return [...this.runs.values()]
      .filter(({ state }) => !state.doubted.aborted)
      .map(({ job, state }) => ({ attempt: job.attempt, lease: job.lease, order: state.order }));
  }

  /** Attempts that are prepared and not held, for the poll. */
  listPrepared(): AttemptLease[] {
    return this.prepared.list();
  }

  /** Prepares what is new. True when there was something. */
  prepare(jobs: readonly ReservedJob[]): boolean {
    return this.prepared.take(jobs.filter(({ attempt }) => !this.seen.has(attempt)));
  }

  /** Takes no more jobs and throws away what is prepared. Resolves when nothing is left of it. */
  close(): Promise<void> {
    this.isClosed = true;
    return this.prepared.close();
  }

  /** Starts jobs that are new. True when there was one. */
  take(jobs: readonly SealedJob[]): boolean {
    const fresh = jobs.filter((job) => !this.isClosed && !this.seen.has(job.attempt));
    fresh.forEach((job) => this.start(job));
    return fresh.length > 0;
  }

  /** Carries out what the control plane wants with attempts that are held. True when something was new. */
  follow({ orders, stale }: Directions): boolean {
    const stops = orders.filter(({ order }) => order === 'stop').map(({ attempt }) => this.runs.get(attempt));
    const stopping = stops.filter((run) => run !== undefined && run.state.order !== 'stop');
    const losing = stale.map((attempt) => this.runs.get(attempt)).filter((run) => run && mayLose(run));
    stopping.forEach((run) => run?.state.orderStop());
    losing.forEach((run) => {
      this.log.warn('attempt is not ours any more', { attempt: run?.job.attempt ?? null });
      run?.state.doubt();
    });
    const isDropping = this.prepared.drop(stale);
    return stopping.length + losing.length > 0 || isDropping;
  }

  /**
   * The runner ends: asks the tool of every attempt to stop, in `waitMs` milliseconds, and reports it as failed for `reason`.
   * @param waitMs is given how long the attempt may take at most to end from then on
   * @returns takes back what is not asked yet
   */
  expireAll(reason: Problem, waitMs: (stopMs: number) => number): () => void {
    const timers = [...this.runs.values()].map((run) => setTimeout(() => run.state.expire(reason), waitMs(run.stopMs)));
    return () => timers.forEach((timer) => clearTimeout(timer));
  }

  /** The runner cannot go on: kills what runs and reports it as failed for `reason`. */
  interruptAll(reason: Problem): void {
    this.runs.forEach((run) => run.state.interrupt(reason));
  }

  /** Kills what runs and reports nothing. */
  loseAll(): void {
    this.runs.forEach((run) => run.state.lose());
  }

  /** True when an attempt has ever been taken. */
  get hasTaken(): boolean {
    return this.seen.size > 0;
  }

  /** Resolves when nothing is held. */
  whenIdle(): Promise<void> {
    return this.runs.size === 0 ? Promise.resolve() : new Promise((resolve) => this.idle.add(resolve));
  }

  private start(job: SealedJob): void {
    const { run, over } = this.prepared.claim(job);
    this.remember(job.attempt);
    this.runs.set(job.attempt, run);
    this.resolveTaken();
    this.log.info('attempt taken', { attempt: job.attempt, task: job.task_id });
    void over.finally(() => {
      this.runs.delete(job.attempt);
      run.log.info('attempt over', { attempt: job.attempt, task: job.task_id });
      this.prepared.proceed();
      if (this.runs.size === 0) {
        this.idle.forEach((resolve) => resolve());
        this.idle.clear();
      }
    });
  }

  private remember(attempt: number): void {
    this.seen.add(attempt);
    for (const oldest of this.seen) {
      if (this.seen.size <= MAX_REMEMBERED) {
        break;
      }
      this.seen.delete(oldest);
    }
  }
}

/** An attempt whose end is being reported is given up by the answer to that report alone. */
const mayLose = ({ state }: AttemptRun): boolean => !state.doubted.aborted && !state.isReporting;
