import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { type CheckAnswer, CheckRequest } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import { RunnerOnly } from '../auth/access/access.js';
import { notFound } from '../http/refusals.js';
import { RunnerBody } from './identity/raw-body.js';
import { CurrentRunner, RunnerGuard } from './identity/runner.guard.js';
import type { RunnerIdentity } from './identity/runner-identity.js';

/** Tells a runner what it is to the control plane, and takes it for no sign of life: the runner may hang meanwhile. */
@Controller('api/runner-gateway')
@RunnerOnly()
@UseGuards(RunnerGuard)
export class RunnerCheckController {
  constructor(private readonly dataSource: DataSource) {}

  @Post('check')
  @HttpCode(200)
  async check(
    @CurrentRunner() { id }: RunnerIdentity,
    @RunnerBody(CheckRequest) _request: object,
  ): Promise<CheckAnswer> {
    const [found] = await this.dataSource.query<CheckAnswer[]>(
      `select runner.id as runner_id, runner.name, project.name as project, active, draining, paused_reason, tags
         from runner left join project on project.id = runner.project_id where runner.id = $1`,
      [id],
    );
    if (!found) {
      throw notFound();
    }
    return found;
  }
}
