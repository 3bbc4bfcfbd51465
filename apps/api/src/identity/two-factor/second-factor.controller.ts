import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { PasscodeInput, RecoveryInput } from '@switchyard/contracts';
import { AnswersEmpty } from '@switchyard/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditAs } from '../../auth/audit/audit-as.js';
import { Public } from '../../auth/access/access.js';
import { AllowedInDemo } from '../../auth/access/demo-gate.js';
import { readSessionCookie } from '../../auth/access/session-cookie.js';
import { SessionReplies } from '../../auth/sessions/session-replies.js';
import { SecondFactorService } from './second-factor.service.js';

/** Steps of a sign-in after the first. Open to all, because a session that waits is not signed in. */
@Public()
@Controller('api/auth')
export class SecondFactorController {
  constructor(
    private readonly secondFactors: SecondFactorService,
    private readonly replies: SessionReplies,
  ) {}

  /** 200, or 204 when nothing was outstanding. */
  @AnswersEmpty(204)
  @Post('verify')
  @AuditAs('sign-in.code')
  @AllowedInDemo()
  @HttpCode(200)
  async verify(
    @Body({ schema: PasscodeInput }) { passcode }: PasscodeInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const cookie = readSessionCookie(request.headers.cookie);
    const verified = this.secondFactors.verify(cookie, passcode, this.replies.client(request));
    const secret = await this.replies.throttled(reply, verified);
    if (secret === null) {
      reply.status(204);
    } else {
      this.replies.begin(request, reply, secret);
    }
  }

  @Post('recovery')
  @AuditAs('sign-in.recovery')
  @HttpCode(204)
  async recover(
    @Body({ schema: RecoveryInput }) input: RecoveryInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const cookie = readSessionCookie(request.headers.cookie);
    const recovered = this.secondFactors.recover(cookie, input.recovery_code, this.replies.client(request));
    this.replies.begin(request, reply, await this.replies.throttled(reply, recovered));
  }
}
