import { Body, Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ResponseSchema } from '@switchyard/server';
import { LoginInput, LoginData } from '@switchyard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditAs } from '../../auth/audit/audit-as.js';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { clearedFailureCookie, readFailureCookie } from '../oidc/oidc-cookies.js';
import { Public } from '../../auth/access/access.js';
import { AllowedInDemo } from '../../auth/access/demo-gate.js';
import { LoginService } from './login.service.js';
import { readSessionCookie } from '../../auth/access/session-cookie.js';
import { SessionReplies } from '../../auth/sessions/session-replies.js';
import { authMethods } from './sign-in-methods.js';

@Public()
@Controller('api/auth')
export class LoginController {
  constructor(
    private readonly logins: LoginService,
    private readonly replies: SessionReplies,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** Ways to sign in that the page offers, and why a sign-in by a provider that ended there failed. */
  @ResponseSchema(LoginData)
  @Get('login')
  loginData(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): LoginData {
    const failure = readFailureCookie(request.headers.cookie);
    if (failure !== null) {
      reply.header('set-cookie', clearedFailureCookie(this.replies.cookiePlace(request)));
    }
    return {
      oidc_providers: this.config.SWITCHYARD_AUTH_OIDC_PROVIDERS.map(({ id, name, color, icon }) => ({
        id,
        name,
        color,
        icon,
      })),
      login_with_password: this.config.SWITCHYARD_AUTH_PASSWORD_LOGIN,
      auth_methods: authMethods(this.config),
      ...(this.config.SWITCHYARD_DEMO && { demo: true as const }),
      ...(failure !== null && { sign_in_error: failure }),
    };
  }

  @Post('login')
  @AuditAs('sign-in.password')
  @AllowedInDemo()
  @HttpCode(204)
  async login(
    @Body({ schema: LoginInput }) input: LoginInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const login = this.logins.login(input, this.replies.client(request));
    this.replies.begin(request, reply, await this.replies.throttled(reply, login));
  }

  /** Never fails: without a session one is signed out already. */
  @Post('logout')
  @AuditAs('sign-out')
  @AllowedInDemo()
  @HttpCode(204)
  async logout(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.logins.logout(readSessionCookie(request.headers.cookie));
    this.replies.end(request, reply);
  }
}
