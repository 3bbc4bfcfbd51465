import { Inject, Injectable } from '@nestjs/common';
import { CoalescedWork } from '@switchyard/concurrency';
import { assignTasks, ProjectRotation, type Engine } from '@switchyard/engine';
import { ENGINE } from '../infrastructure/tokens.js';
import { pauseAsLong } from '../loops/pause-as-long.js';

/** Drains of this process. */
@Injectable()
export class Drain extends CoalescedWork {
  constructor(@Inject(ENGINE) engine: Engine) {
    const rotation = new ProjectRotation();
    super(() => assignTasks(engine, rotation), { pauseMs: pauseAsLong });
  }
}
