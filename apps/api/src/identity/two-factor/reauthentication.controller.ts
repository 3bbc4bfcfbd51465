import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ResponseSchema } from '@switchyard/server';
import { ConfirmationInput, Confirmation } from '@switchyard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditAs } from '../../auth/audit/audit-as.js';
import { SignedIn } from '../../auth/access/access.js';
import { CurrentCaller, type Caller } from '../../auth/access/caller.js';
import { SessionReplies } from '../../auth/sessions/session-replies.js';
import { Reauthentication } from './reauthentication.service.js';

/** Confirming who one is without signing in again, which makes the session fresh. */
@SignedIn()
@Controller('api/auth/confirm')
export class ReauthenticationController {
  constructor(
    private readonly reauthentication: Reauthentication,
    private readonly replies: SessionReplies,
  ) {}

  /** How the caller can confirm it. */
  @ResponseSchema(Confirmation)
  @Get()
  read(@CurrentCaller() caller: Caller): Promise<Confirmation> {
    return this.reauthentication.method(caller);
  }

  @Post()
  @AuditAs('sign-in.confirm')
  @HttpCode(204)
  async confirm(
    @CurrentCaller() caller: Caller,
    @Body({ schema: ConfirmationInput }) input: ConfirmationInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const confirmed = this.reauthentication.confirm(caller, input, request.ip);
    this.replies.begin(request, reply, await this.replies.throttled(reply, confirmed));
  }
}
