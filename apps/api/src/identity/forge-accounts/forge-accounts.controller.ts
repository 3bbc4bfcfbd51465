import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { LinkedForgeAccount, LinkedForgeAccountInput } from '@switchyard/contracts';
import { ResponseSchema } from '@switchyard/server';
import { z } from 'zod';
import { SignedIn } from '../../auth/access/access.js';
import { type Caller, CurrentCaller } from '../../auth/access/caller.js';
import { FreshSignIn } from '../../auth/access/fresh-sign-in.js';
import { PathId } from '../../platform/http/path-id.js';
import { LinkedForgeAccounts } from './forge-accounts.service.js';

/** Accounts at forges whose comments act for the signed-in user. */
@SignedIn()
@Controller('api/user/forge_accounts')
export class ForgeAccountsController {
  constructor(private readonly accounts: LinkedForgeAccounts) {}

  @ResponseSchema(z.array(LinkedForgeAccount))
  @Get()
  list(@CurrentCaller() { userId }: Caller): Promise<LinkedForgeAccount[]> {
    return this.accounts.list(userId);
  }

  @ResponseSchema(LinkedForgeAccount)
  @Post()
  @FreshSignIn('always')
  link(
    @CurrentCaller() { userId }: Caller,
    @Body({ schema: LinkedForgeAccountInput }) input: LinkedForgeAccountInput,
  ): Promise<LinkedForgeAccount> {
    return this.accounts.link(userId, input);
  }

  @Delete(':accountId')
  @HttpCode(204)
  unlink(@CurrentCaller() { userId }: Caller, @PathId('accountId') id: number): Promise<void> {
    return this.accounts.unlink(userId, id);
  }
}
