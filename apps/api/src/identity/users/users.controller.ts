import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ResponseSchema } from '@switchyard/server';
import {
  PasswordInput,
  UserCreate,
  UserSearch as UserSearchQuery,
  UserUpdate,
  MinimalUser,
  User,
} from '@switchyard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SignedIn } from '../../auth/access/access.js';
import { CurrentCaller, type Caller } from '../../auth/access/caller.js';
import { FreshSignIn } from '../../auth/access/fresh-sign-in.js';
import { SessionReplies } from '../../auth/sessions/session-replies.js';
import { PathId } from '../../platform/http/path-id.js';
import { UserSearch } from './user-search.js';
import { UsersService } from './users.service.js';

@SignedIn()
@Controller('api/users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly search: UserSearch,
    private readonly replies: SessionReplies,
  ) {}

  @ResponseSchema(z.array(z.union([User, MinimalUser])))
  @Get()
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: UserSearchQuery }) { s }: z.infer<typeof UserSearchQuery>,
  ): Promise<(User | MinimalUser)[]> {
    return this.search.list(caller, s);
  }

  @ResponseSchema(User)
  @Post()
  @FreshSignIn('accounts')
  create(@CurrentCaller() caller: Caller, @Body({ schema: UserCreate }) input: UserCreate): Promise<User> {
    return this.users.create(caller, input);
  }

  @ResponseSchema(z.union([User, MinimalUser]))
  @Get(':userId')
  read(@CurrentCaller() caller: Caller, @PathId('userId') id: number): Promise<User | MinimalUser> {
    return this.users.read(caller, id);
  }

  @Put(':userId')
  @FreshSignIn('by-change')
  @HttpCode(204)
  async update(
    @CurrentCaller() caller: Caller,
    @PathId('userId') id: number,
    @Body({ schema: UserUpdate }) input: UserUpdate,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.renewing(request, reply, this.users.update(caller, id, input, request.ip));
  }

  @Delete(':userId')
  @FreshSignIn('accounts')
  @HttpCode(204)
  remove(@CurrentCaller() caller: Caller, @PathId('userId') id: number): Promise<void> {
    return this.users.remove(caller, id);
  }

  @Post(':userId/password')
  @FreshSignIn('by-change')
  @HttpCode(204)
  async setPassword(
    @CurrentCaller() caller: Caller,
    @PathId('userId') id: number,
    @Body({ schema: PasswordInput }) input: PasswordInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.renewing(request, reply, this.users.setPassword(caller, id, input, request.ip));
  }

  /** @param change answers the secret of a new session, if there is one */
  private async renewing(request: FastifyRequest, reply: FastifyReply, change: Promise<string | null>): Promise<void> {
    const secret = await this.replies.throttled(reply, change);
    if (secret !== null) {
      this.replies.begin(request, reply, secret);
    }
  }
}
