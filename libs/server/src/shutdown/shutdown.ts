import type { Logger } from '../logging/logger.js';
import { withTimeLimit } from '../time-limit/with-time-limit.js';

const STEP_TIMEOUT_MS = 10_000;

interface Step {
  name: string;
  run: () => Promise<unknown> | unknown;
  timeoutMs: number;
}

export interface ShutdownOptions {
  logger: Logger;
  /** Ends the process. Replaced in tests. */
  exit?: (code: number) => void;
}

/**
 * The orderly end of a process: what was opened last is closed first, each step within its time. SIGINT and SIGTERM
 * begin it, a second signal ends the process at once. A promise nobody handles is logged; an exception nobody caught
 * is logged and ends the process in order with code 1.
 */
export class Shutdown {
  private readonly steps: Step[] = [];
  private readonly logger: Logger;
  private readonly exit: (code: number) => void;
  private running: Promise<void> | undefined;

  constructor({ logger, exit = (code) => process.exit(code) }: ShutdownOptions) {
    this.logger = logger;
    this.exit = exit;
  }

  /** @param timeoutMs the step is left behind after this time. Default 10 s */
  add(name: string, run: Step['run'], timeoutMs = STEP_TIMEOUT_MS): void {
    this.steps.unshift({ name, run, timeoutMs });
  }

  /** Attaches to the signals and faults of this process. */
  listen(): void {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => (this.running ? this.exit(1) : void this.run(`got ${signal}`)));
    }
    process.on('unhandledRejection', (reason) => {
      this.logger.error({ err: asError(reason) }, 'A rejected promise was not handled');
    });
    process.on('uncaughtException', (error) => {
      this.logger.fatal({ err: error }, 'An exception was not caught');
      void this.run('an exception was not caught', 1);
    });
  }

  /** Runs the steps, once, and exits. */
  run(reason: string, code = 0): Promise<void> {
    this.running ??= this.runSteps(reason).then(() => this.exit(code));
    return this.running;
  }

  private async runSteps(reason: string): Promise<void> {
    this.logger.info({ reason }, 'Stopping');
    for (const step of this.steps) {
      await this.runStep(step);
    }
    this.logger.info('Stopped');
  }

  private async runStep({ name, run, timeoutMs }: Step): Promise<void> {
    try {
      await withTimeLimit(Promise.resolve().then(run), timeoutMs);
    } catch (error) {
      this.logger.error({ err: error, step: name }, 'A step of the shutdown failed');
    }
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
