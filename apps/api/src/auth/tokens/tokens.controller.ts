import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ResponseSchema } from '@switchyard/server';
import { ApiTokenInput, ApiToken } from '@switchyard/contracts';
import { z } from 'zod';
import { SignedIn } from '../access/access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
import { FreshSignIn } from '../access/fresh-sign-in.js';
import { TokensService } from './tokens.service.js';

/** API tokens of the signed-in user. */
@SignedIn()
@Controller('api/user/tokens')
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @ResponseSchema(z.array(ApiToken))
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<ApiToken[]> {
    return this.tokens.list(caller);
  }

  @ResponseSchema(ApiToken)
  @Post()
  @FreshSignIn('sessions')
  create(@CurrentCaller() caller: Caller, @Body({ schema: ApiTokenInput }) input: ApiTokenInput): Promise<ApiToken> {
    return this.tokens.create(caller, input);
  }

  @Delete(':tokenId')
  @HttpCode(204)
  remove(@CurrentCaller() caller: Caller, @Param('tokenId') tokenId: string): Promise<void> {
    return this.tokens.remove(caller, tokenId);
  }
}
