import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Put, Query, Req, Res } from '@nestjs/common';
import { PasswordInput, UserCreate, UserSearch, UserUpdate, type MinimalUser, type User } from '@switchyard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { SignedIn } from '../auth/access.js';
import { CurrentCaller, type Caller } from '../auth/caller.js';
import { isSecureRequest, sessionCookie } from '../auth/session-cookie.js';
import type { ApiConfig } from '../config.js';
import { PathId } from '../http/path-id.js';
import { API_CONFIG } from '../infrastructure/tokens.js';
import { UsersService } from './users.service.js';

@SignedIn()
@Controller('api/users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  @Get()
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: UserSearch }) { s }: z.infer<typeof UserSearch>,
  ): Promise<(User | MinimalUser)[]> {
    return this.users.list(caller, s);
  }

  @Post()
  create(@CurrentCaller() caller: Caller, @Body({ schema: UserCreate }) input: UserCreate): Promise<User> {
    return this.users.create(caller, input);
  }

  @Get(':userId')
  read(@CurrentCaller() caller: Caller, @PathId('userId') id: number): Promise<User | MinimalUser> {
    return this.users.read(caller, id);
  }

  @Put(':userId')
  @HttpCode(204)
  async update(
    @CurrentCaller() caller: Caller,
    @PathId('userId') id: number,
    @Body({ schema: UserUpdate }) input: UserUpdate,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    this.renewSession(await this.users.update(caller, id, input), request, reply);
  }

  @Delete(':userId')
  @HttpCode(204)
  remove(@CurrentCaller() caller: Caller, @PathId('userId') id: number): Promise<void> {
    return this.users.remove(caller, id);
  }

  @Post(':userId/password')
  @HttpCode(204)
  async setPassword(
    @CurrentCaller() caller: Caller,
    @PathId('userId') id: number,
    @Body({ schema: PasswordInput }) { password }: z.infer<typeof PasswordInput>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    this.renewSession(await this.users.setPassword(caller, id, password), request, reply);
  }

  private renewSession(secret: string | null, request: FastifyRequest, reply: FastifyReply): void {
    if (secret !== null) {
      reply.header('set-cookie', sessionCookie(secret, isSecureRequest(request, this.config.SWITCHYARD_WEB_HOST)));
    }
  }
}
