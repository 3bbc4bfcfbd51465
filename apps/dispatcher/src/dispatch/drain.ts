import { Inject, Injectable } from '@nestjs/common';
import { assignTasks, Turns, type Engine } from '@switchyard/engine';
import { ENGINE } from '../infrastructure/tokens.js';

/**
 * Drains of this process: one at a time and at most one more waiting, which serves everybody who asked meanwhile.
 */
@Injectable()
export class Drain {
  private readonly turns = new Turns();
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(@Inject(ENGINE) private readonly engine: Engine) {}

  /** Fulfilled when a drain that began after the call has assigned all it could. */
  run(): Promise<void> {
    if (!this.running) {
      return this.begin();
    }
    this.next ??= this.running.catch(() => undefined).then(() => this.begin());
    return this.next;
  }

  private begin(): Promise<void> {
    this.next = undefined;
    const running = assignTasks(this.engine, this.turns)
      .then(() => undefined)
      .finally(() => {
        if (this.running === running) {
          this.running = undefined;
        }
      });
    this.running = running;
    return running;
  }
}
