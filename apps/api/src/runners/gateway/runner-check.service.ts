import { Injectable } from '@nestjs/common';
import type { CheckAnswer } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import { notFound } from '../../platform/http/refusals.js';
import { findCheckAnswer } from './identity/runner-identity.repository.js';

/** Reports to a runner what it is to the control plane, and counts as no sign of life: the runner may hang meanwhile. */
@Injectable()
export class RunnerCheck {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws 404 when the runner was removed meanwhile */
  async check(runnerId: number): Promise<CheckAnswer> {
    const found = await findCheckAnswer(this.dataSource.manager, runnerId);
    if (!found) {
      throw notFound();
    }
    return found;
  }
}
