import type { Logger } from '@switchyard/server';

/**
 * Repeats a piece of work with a pause between its end and its next start, so that two runs never overlap. A run that
 * fails is logged and tried again after the pause: an outage never ends the process.
 */
export class Duty {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private ended = false;

  constructor(
    readonly name: string,
    private readonly pauseMs: number,
    private readonly work: () => Promise<unknown>,
    private readonly logger: Logger,
  ) {}

  /** The first run begins at once. */
  start(): void {
    this.running = this.run();
  }

  /** Fulfilled when the present run has ended; there is none after it. */
  async stop(): Promise<void> {
    this.ended = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      this.logger.warn({ err: error, duty: this.name }, 'A duty failed and is tried again');
    }
    if (!this.ended) {
      this.timer = setTimeout(() => (this.running = this.run()), this.pauseMs);
    }
  }
}
