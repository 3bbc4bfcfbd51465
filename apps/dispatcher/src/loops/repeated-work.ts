import type { Logger } from '@switchyard/server';

export interface RepeatedWorkOptions {
  /** Names the work in the log. */
  name: string;
  /** Pause between the end of one round and the start of the next. */
  everyMs: number;
  work: () => Promise<unknown>;
  logger: Logger;
}

/**
 * Does a piece of work again and again, never twice at once. A failure is logged when it begins and when it is over,
 * and never ends the repetition.
 */
export class RepeatedWork {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private stopped = false;
  private failing = false;
  private succeededAt = Date.now();

  constructor(private readonly options: RepeatedWorkOptions) {}

  /** Begins with a first round at once. */
  start(): void {
    this.round = this.run();
  }

  /** Waits for the round at work and begins no other. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
  }

  /** Milliseconds since the last round that succeeded, or since this was made. */
  get sinceSuccessMs(): number {
    return Date.now() - this.succeededAt;
  }

  private async run(): Promise<void> {
    const { name, everyMs, work, logger } = this.options;
    try {
      await work();
      this.succeededAt = Date.now();
      if (this.failing) {
        logger.info(`The ${name} works again`);
      }
      this.failing = false;
    } catch (error) {
      if (!this.failing) {
        logger.error({ err: error }, `The ${name} failed; it goes on trying`);
      }
      this.failing = true;
    }
    if (!this.stopped) {
      this.timer = setTimeout(() => {
        this.round = this.run();
      }, everyMs);
    }
  }
}
