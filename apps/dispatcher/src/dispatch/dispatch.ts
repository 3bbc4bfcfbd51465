import { Injectable } from '@nestjs/common';
import { Drain } from './drain.js';
import { WaitingReasons } from './waiting-reasons.js';

/** Assigns all that can be assigned, then lets the tasks that are left say why. */
@Injectable()
export class Dispatch {
  constructor(
    private readonly drain: Drain,
    private readonly reasons: WaitingReasons,
  ) {}

  async run(): Promise<void> {
    await this.drain.run();
    this.reasons.request();
  }
}
