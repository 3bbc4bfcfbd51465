import { Body, Controller, Delete, Get, HttpCode, Injectable, Post } from '@nestjs/common';
import { ResponseSchema } from '@switchyard/server';
import { z } from 'zod';
import { RegistrationToken, RegistrationTokenInput, RegistrationTokenWithSecret } from '@switchyard/contracts';
import { AdminOnly, RequirePermission } from '../auth/access/access.js';
import { FreshSignIn } from '../auth/access/fresh-sign-in.js';
import { type Caller, CurrentCaller } from '../auth/access/caller.js';
import { PathId } from '../platform/http/path-id.js';
import { RegistrationTokens } from './registration-tokens.js';
import { CurrentRunnerScope, type RunnerScope } from './runner-scope.js';

@Injectable()
abstract class RegistrationTokenCalls {
  constructor(private readonly tokens: RegistrationTokens) {}

  @ResponseSchema(z.array(RegistrationToken))
  @Get()
  list(@CurrentRunnerScope() scope: RunnerScope): Promise<RegistrationToken[]> {
    return this.tokens.list(scope);
  }

  @ResponseSchema(RegistrationTokenWithSecret)
  @FreshSignIn('lasting')
  @Post()
  create(
    @CurrentCaller() { userId }: Caller,
    @CurrentRunnerScope() scope: RunnerScope,
    @Body({ schema: RegistrationTokenInput }) input: RegistrationTokenInput,
  ): Promise<RegistrationTokenWithSecret> {
    return this.tokens.create(userId, scope, input);
  }

  @Delete(':tokenId')
  @HttpCode(204)
  revoke(@CurrentRunnerScope() scope: RunnerScope, @PathId('tokenId') id: number): Promise<void> {
    return this.tokens.revoke(scope, id);
  }
}

/** Tokens for runners that will serve every project. */
@Controller('api/runner_registration_tokens')
@AdminOnly()
export class RegistrationTokensController extends RegistrationTokenCalls {}

/** Tokens for runners of one project. */
@Controller('api/project/:projectId/runner_registration_tokens')
@RequirePermission('manageProjectResources')
export class ProjectRegistrationTokensController extends RegistrationTokenCalls {}
