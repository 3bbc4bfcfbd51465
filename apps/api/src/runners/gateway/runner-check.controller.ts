import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ResponseSchema } from '@switchyard/server';
import { CheckAnswer, CheckRequest } from '@switchyard/contracts';
import { RunnerOnly } from '../../auth/access/access.js';
import { RunnerBody } from './identity/raw-body.js';
import { CurrentRunner, RunnerGuard } from './identity/runner.guard.js';
import type { RunnerIdentity } from './identity/runner-identity.js';
import { RunnerCheck } from './runner-check.service.js';

@Controller('api/runner-gateway')
@RunnerOnly()
@UseGuards(RunnerGuard)
export class RunnerCheckController {
  constructor(private readonly checks: RunnerCheck) {}

  @ResponseSchema(CheckAnswer)
  @Post('check')
  @HttpCode(200)
  check(@CurrentRunner() { id }: RunnerIdentity, @RunnerBody(CheckRequest) _request: object): Promise<CheckAnswer> {
    return this.checks.check(id);
  }
}
