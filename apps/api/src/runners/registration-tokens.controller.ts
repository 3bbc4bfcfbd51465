import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import {
  type RegistrationToken,
  RegistrationTokenInput,
  type RegistrationTokenWithSecret,
} from '@switchyard/contracts';
import { AdminOnly } from '../auth/access.js';
import { type Caller, CurrentCaller } from '../auth/caller.js';
import { PathId } from '../http/path-id.js';
import { RegistrationTokens } from './registration-tokens.js';

/** Tokens for runners that will serve every project. */
@Controller('api/runner_registration_tokens')
@AdminOnly()
export class RegistrationTokensController {
  constructor(private readonly tokens: RegistrationTokens) {}

  @Get()
  list(): Promise<RegistrationToken[]> {
    return this.tokens.list(null);
  }

  @Post()
  create(
    @CurrentCaller() { userId }: Caller,
    @Body({ schema: RegistrationTokenInput }) input: RegistrationTokenInput,
  ): Promise<RegistrationTokenWithSecret> {
    return this.tokens.create(userId, null, input);
  }

  @Delete(':tokenId')
  @HttpCode(204)
  revoke(@PathId('tokenId') id: number): Promise<void> {
    return this.tokens.revoke(null, id);
  }
}
