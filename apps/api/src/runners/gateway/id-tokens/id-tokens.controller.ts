import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { IdTokensAnswer, IdTokensRequest } from '@switchyard/contracts';
import { Refuses, ResponseSchema } from '@switchyard/server';
import { RunnerOnly } from '../../../auth/access/access.js';
import { IdTokens } from './id-tokens.js';
import { RunnerBody } from '../identity/raw-body.js';
import type { RunnerIdentity } from '../identity/runner-identity.js';
import { CurrentRunner, RunnerGuard } from '../identity/runner.guard.js';

/** ID tokens of attempts; the flow is described in the contract's `messages.ts`. */
@Controller('api/runner-gateway')
@RunnerOnly()
@UseGuards(RunnerGuard)
export class IdTokensController {
  constructor(private readonly tokens: IdTokens) {}

  @ResponseSchema(IdTokensAnswer)
  @Refuses(403, 'The template asks for none, the code may come from a fork, or the server has no public address.')
  @Post('id-tokens')
  @HttpCode(200)
  give(
    @CurrentRunner() runner: RunnerIdentity,
    @RunnerBody(IdTokensRequest) request: IdTokensRequest,
  ): Promise<IdTokensAnswer> {
    return this.tokens.give(runner, request);
  }
}
