import type { Logger } from '@switchyard/server';

export const SECOND_MS = 1_000;
export const HOUR_MS = 3_600_000;

/** Work that every dispatcher repeats. Rounds of several dispatchers may run at once: `run` must bear that. */
export interface Duty {
  /** Names the duty in the log, and is unique. */
  name: string;
  /** Time from the start of one round to the start of the next; a round that takes longer skips those it overlaps. */
  everyMs: number;
  run: () => Promise<unknown>;
}

/** The rounds of one duty: never two at once; a failure is logged when it begins and when it is over. */
export class DutyRounds {
  private current: Promise<void> | undefined;
  private failing = false;
  private succeededAt = Date.now();

  constructor(
    private readonly duty: Duty,
    private readonly logger: Logger,
  ) {}

  /** Begins a round unless one is running. */
  tick(): void {
    this.current ??= this.round().finally(() => (this.current = undefined));
  }

  /** Fulfilled when no round is running. */
  async settled(): Promise<void> {
    await this.current;
  }

  /** Milliseconds since the last round that succeeded, or since the start. */
  get sinceSuccessMs(): number {
    return Date.now() - this.succeededAt;
  }

  private async round(): Promise<void> {
    const { name, run } = this.duty;
    try {
      await run();
      this.succeededAt = Date.now();
      if (this.failing) {
        this.logger.info({ duty: name }, 'A duty of the clock succeeds again');
      }
      this.failing = false;
    } catch (error) {
      if (!this.failing) {
        this.logger.error({ err: error, duty: name }, 'A duty of the clock failed and is retried');
      }
      this.failing = true;
    }
  }
}
