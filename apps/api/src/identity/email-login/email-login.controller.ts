import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { EmailLoginInput } from '@switchyard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditAs } from '../../auth/audit/audit-as.js';
import { Public } from '../../auth/access/access.js';
import { readSessionCookie } from '../../auth/access/session-cookie.js';
import { SessionReplies } from '../../auth/sessions/session-replies.js';
import { EmailLoginService } from './email-login.service.js';

/** Sign-in by a code that is mailed. */
@Public()
@Controller('api')
export class EmailLoginController {
  constructor(
    private readonly emailLogins: EmailLoginService,
    private readonly replies: SessionReplies,
  ) {}

  @Post('auth/login/email')
  @AuditAs('sign-in.email')
  @HttpCode(204)
  async begin(
    @Body({ schema: EmailLoginInput }) { email }: EmailLoginInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const begun = this.emailLogins.begin(email, this.replies.client(request));
    this.replies.begin(request, reply, await this.replies.throttled(reply, begun));
  }

  @Post('login/email/resend')
  @HttpCode(200)
  async resend(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    const secret = readSessionCookie(request.headers.cookie);
    await this.replies.throttled(reply, this.emailLogins.resend(secret, this.replies.client(request)));
  }

  /** The path that existing clients use. */
  @Post('auth/login/email/resend')
  @HttpCode(200)
  resendByOtherPath(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    return this.resend(request, reply);
  }

  /** Sends the code of a sign-in that waits for one, as existing clients request it: the same as resend. */
  @Post('auth/verify/email')
  @HttpCode(200)
  sendForVerification(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    return this.resend(request, reply);
  }
}
