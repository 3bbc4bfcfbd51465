import { Inject, Injectable } from '@nestjs/common';
import { CoalescedWork } from '@switchyard/concurrency';
import { assignTasks, ProjectRotation, type Engine } from '@switchyard/engine';
import { ENGINE } from '../infrastructure/tokens.js';

/** Longest pause after a drain, in milliseconds, so that a long one does not delay the next by much. */
const LONGEST_PAUSE_MS = 50;

/** Drains of this process. Under load each pauses for as long as it took, so that one serves many requests. */
@Injectable()
export class Drain extends CoalescedWork {
  constructor(@Inject(ENGINE) engine: Engine) {
    const rotation = new ProjectRotation();
    super(() => assignTasks(engine, rotation), { pauseMs: ({ workedMs }) => Math.min(workedMs, LONGEST_PAUSE_MS) });
  }
}
