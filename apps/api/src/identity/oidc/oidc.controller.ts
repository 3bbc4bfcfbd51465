import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { AnswersEmpty } from '@switchyard/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AuditAs } from '../../auth/audit/audit-as.js';
import { refuseAudit } from '../../auth/audit/audit-scope.js';
import { Public } from '../../auth/access/access.js';
import { SessionReplies } from '../../auth/sessions/session-replies.js';
import { sessionCookie } from '../../auth/access/session-cookie.js';
import type { ApiConfig } from '../../platform/config.js';
import { basePath, publicAddress } from '../../platform/http/public-address.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { clearedStateCookie, failureCookie, readStateCookie, stateCookie } from './oidc-cookies.js';
import { OidcFailure } from './oidc-failure.js';
import { QUESTION_SECONDS } from './oidc-flow.js';
import { OidcLoginService } from './oidc-login.service.js';

/** `return` is the name of the parameter in later versions of existing clients. */
const LoginQuery = z.object({ redirect: z.string().max(2048).optional(), return: z.string().max(2048).optional() });

/** Sign-in by OpenID Connect providers. Browsers come here; every failure leads them to the sign-in page. */
@Public()
@Controller('api/auth/oidc/:provider')
export class OidcController {
  constructor(
    private readonly logins: OidcLoginService,
    private readonly replies: SessionReplies,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  @AnswersEmpty(307)
  @Get('login')
  async login(
    @Param('provider') provider: string,
    @Query({ schema: LoginQuery }) query: z.infer<typeof LoginQuery>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.orSignInPage(request, reply, async () => {
      const landing = query.redirect ?? query.return;
      const { url, sealed } = await this.logins.begin(provider, landing);
      const cookie = stateCookie(sealed, QUESTION_SECONDS, this.replies.cookiePlace(request));
      await reply.header('set-cookie', cookie).redirect(url, 307);
    });
  }

  @AnswersEmpty(307)
  @Get('redirect')
  @AuditAs('sign-in.provider')
  async receive(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.orSignInPage(request, reply, async () => {
      const query = /\?.*$/s.exec(request.url)?.[0] ?? '';
      const sealed = readStateCookie(request.headers.cookie);
      const client = this.replies.client(request);
      const { secret, landing } = await this.logins.finish(provider, { query, sealed }, client);
      const place = this.replies.cookiePlace(request);
      const cookies = [sessionCookie(secret, place), clearedStateCookie(place)];
      await reply.header('set-cookie', cookies).redirect(`${publicAddress(this.config) ?? ''}${landing}`, 307);
    });
  }

  /** With a landing path behind it; what counts is the one requested at the beginning. */
  @AnswersEmpty(307)
  @Get('redirect/*')
  @AuditAs('sign-in.provider')
  receiveAtPath(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.receive(provider, request, reply);
  }

  private async orSignInPage(request: FastifyRequest, reply: FastifyReply, work: () => Promise<void>): Promise<void> {
    reply.header('cache-control', 'no-store');
    try {
      await work();
    } catch (error) {
      if (!(error instanceof OidcFailure)) {
        throw error;
      }
      refuseAudit();
      const place = this.replies.cookiePlace(request);
      const cookies = [failureCookie(error.reason, place), clearedStateCookie(place)];
      await reply.header('set-cookie', cookies).redirect(`${basePath(this.config)}/auth/login`, 307);
    }
  }
}
