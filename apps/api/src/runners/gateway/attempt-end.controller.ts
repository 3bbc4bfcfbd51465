import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { FinishAnswer, FinishRequest, MAX_FINISH_REQUEST_BYTES } from '@switchyard/contracts';
import { BodyLimit, ResponseSchema } from '@switchyard/server';
import { RunnerOnly } from '../../auth/access/access.js';
import { AttemptEnd } from './attempt-end.js';
import { RunnerBody } from './identity/raw-body.js';
import type { RunnerIdentity } from './identity/runner-identity.js';
import { CurrentRunner, RunnerGuard } from './identity/runner.guard.js';

/** The end of an attempt; the flow is described in the contract's `messages.ts`. */
@Controller('api/runner-gateway')
@RunnerOnly()
@UseGuards(RunnerGuard)
export class AttemptEndController {
  constructor(private readonly end: AttemptEnd) {}

  @ResponseSchema(FinishAnswer)
  @Post('finish')
  @BodyLimit(MAX_FINISH_REQUEST_BYTES)
  @HttpCode(200)
  finish(
    @CurrentRunner() runner: RunnerIdentity,
    @RunnerBody(FinishRequest) request: FinishRequest,
  ): Promise<FinishAnswer> {
    return this.end.finish(runner, request);
  }
}
