import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTokenInput, type ApiToken } from '@switchyard/contracts';
import { SignedIn } from '../access/access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
import { FreshSignIn } from '../access/fresh-sign-in.js';
import { TokensService } from './tokens.service.js';

/** API tokens of the signed-in user. */
@SignedIn()
@Controller('api/user/tokens')
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  list(@CurrentCaller() caller: Caller): Promise<ApiToken[]> {
    return this.tokens.list(caller);
  }

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
