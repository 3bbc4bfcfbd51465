import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { Refuses } from '@switchyard/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditAs } from '../../auth/audit/audit-as.js';
import { Public } from '../../auth/access/access.js';
import { AllowedInDemo } from '../../auth/access/demo-gate.js';
import { SessionReplies } from '../../auth/sessions/session-replies.js';
import { Visitors } from './visitors.js';

@Public()
@Controller('api/auth')
export class VisitorsController {
  constructor(
    private readonly visitors: Visitors,
    private readonly replies: SessionReplies,
  ) {}

  /** Signs a new visitor of a demo in, without a password. */
  @Refuses(404, 'This is no demo.')
  @Post('visitor')
  @AuditAs('sign-in.visitor')
  @AllowedInDemo()
  @HttpCode(204)
  async enter(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    const entered = this.visitors.enter(this.replies.client(request));
    this.replies.begin(request, reply, await this.replies.throttled(reply, entered));
  }
}
