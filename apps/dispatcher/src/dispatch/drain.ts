import { Inject, Injectable } from '@nestjs/common';
import { assignTasks, ProjectRotation, type Engine } from '@switchyard/engine';
import { ENGINE } from '../infrastructure/tokens.js';
import { PacedWork } from '../loops/paced-work.js';

/** Drains of this process. */
@Injectable()
export class Drain extends PacedWork {
  constructor(@Inject(ENGINE) engine: Engine) {
    const rotation = new ProjectRotation();
    super(() => assignTasks(engine, rotation));
  }
}
