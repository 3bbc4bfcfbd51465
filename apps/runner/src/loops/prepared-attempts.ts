import { availableParallelism } from 'node:os';
import { messageOf } from '@switchyard/concurrency';
import type { AttemptLease, ReservedJob, SealedJob } from '@switchyard/contracts';
import type { RunnerLog } from '../runner-log.js';
import { AttemptRun, type AttemptRunParts } from '../attempt/attempt-run.js';

/** Attempts that are being prepared at the same time. More of them would delay each other, and the tools that run. */
export const AT_ONCE = Math.min(8, availableParallelism());
/** Most attempts that are named as prepared. */
const MOST = 100;

/** An attempt under way. */
export interface RunUnderWay {
  run: AttemptRun;
  /** Resolves when nothing of it is left on this machine. */
  over: Promise<void>;
}

interface Prepared {
  job: SealedJob;
  lapse: NodeJS.Timeout;
  /** `null` = it waits for its turn. */
  begun: Begun | null;
}

interface Begun extends RunUnderWay {
  isReady: boolean;
  isThrownAway: boolean;
}

/**
 * Attempts that are prepared while every slot is busy, up to the report of their start: in the order in which they came, a few at the same time,
 * and as many as there is room for. They are not held: nothing of them leaves this machine before they are assigned. One that cannot be prepared
 * stays until it is assigned or stale, so that it is not tried again and again.
 */
export class PreparedAttempts {
  private readonly all = new Map<number, Prepared>();
  private readonly log: RunnerLog;

  /** @param room most attempts that may be begun here */
  constructor(
    private readonly parts: AttemptRunParts,
    private readonly room: () => number,
  ) {
    this.log = parts.log;
  }

  /** For the poll. */
  list(): AttemptLease[] {
    return [...this.all.values()].map(({ job: { attempt, lease } }) => ({ attempt, lease }));
  }

  /** Prepares what is new. True when there was something. */
  take(jobs: readonly ReservedJob[]): boolean {
    const fresh = jobs.filter(({ attempt }) => !this.all.has(attempt)).slice(0, MOST - this.all.size);
    fresh.forEach((job) => this.add(job));
    this.proceed();
    return fresh.length > 0;
  }

  /** Begins what waits for its turn, where there is room. To be called when there may be more of it. */
  proceed(): void {
    for (const prepared of this.all.values()) {
      const begun = this.begun();
      if (begun.length >= this.room() || begun.filter(({ isReady }) => !isReady).length >= AT_ONCE) {
        return;
      }
      if (!prepared.begun) {
        this.prepare(prepared);
      }
    }
  }

  /**
   * The run of an attempt that is assigned now: the prepared one when it has the very same job, else a new one, which begins when nothing is
   * left of the prepared one. Where there is no room for a new one, what was prepared last makes room.
   */
  claim(job: SealedJob): RunUnderWay {
    const prepared = this.all.get(job.attempt);
    if (prepared?.begun?.run.assign(job)) {
      this.forget(job.attempt);
      return prepared.begun;
    }
    const begun = this.begun();
    const last = begun.findLast(({ isThrownAway }) => !isThrownAway) ?? begun.at(-1);
    const inTheWay = prepared?.begun ?? (begun.length >= this.room() ? last : undefined);
    this.drop([job.attempt]);
    const run = new AttemptRun(job, this.parts);
    const gone = inTheWay && this.discard(inTheWay.run.job.attempt);
    return { run, over: gone ? gone.then(() => run.run()) : run.run() };
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

  private begun(): Begun[] {
    return [...this.all.values()].flatMap(({ begun }) => begun ?? []);
  }

  private add({ seconds, ...job }: ReservedJob): void {
    const lapse = setTimeout(() => void this.discard(job.attempt), seconds * 1000);
    this.all.set(job.attempt, { job, lapse, begun: null });
  }

  private prepare(prepared: Prepared): void {
    const { attempt, task_id: task } = prepared.job;
    const run = new AttemptRun(prepared.job, this.parts, true);
    this.log.info('attempt prepared ahead', { attempt, task });
    const over = run.run().catch((error: unknown) => {
      this.log.warn('attempt not prepared', { attempt, error: messageOf(error) });
    });
    const begun = { run, over, isReady: false, isThrownAway: false };
    prepared.begun = begun;
    void Promise.race([run.whenReady, over]).then(() => {
      begun.isReady = true;
      this.proceed();
    });
  }

  private forget(attempt: number): void {
    clearTimeout(this.all.get(attempt)?.lapse);
    this.all.delete(attempt);
  }

  /** One that was begun is named to the control plane until it is gone, so that it does not come again before. */
  private async discard(attempt: number): Promise<void> {
    const prepared = this.all.get(attempt);
    if (!prepared?.begun) {
      this.forget(attempt);
      return;
    }
    clearTimeout(prepared.lapse);
    prepared.begun.isThrownAway = true;
    prepared.begun.run.discard();
    await prepared.begun.over;
    if (this.all.get(attempt) === prepared) {
      this.forget(attempt);
      this.log.info('prepared attempt thrown away', { attempt });
      this.proceed();
    }
  }
}
