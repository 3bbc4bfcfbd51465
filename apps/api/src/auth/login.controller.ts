import { Body, Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { LoginInput, type LoginData } from '@switchyard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiConfig } from '../config.js';
import { API_CONFIG } from '../infrastructure/tokens.js';
import { Public } from './access.js';
import { LoginService, TooManyTries } from './login.service.js';
import { expiredSessionCookie, isSecureRequest, readSessionCookie, sessionCookie } from './session-cookie.js';

@Public()
@Controller('api/auth')
export class LoginController {
  constructor(
    private readonly logins: LoginService,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** What the sign-in page offers. */
  @Get('login')
  loginData(): LoginData {
    return { oidc_providers: [], login_with_password: true, auth_methods: {} };
  }

  @Post('login')
  @HttpCode(204)
  async login(
    @Body({ schema: LoginInput }) input: LoginInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const client = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
    const secret = await this.logins.login(input, client).catch((error: unknown) => {
      if (error instanceof TooManyTries) {
        reply.header('retry-after', error.retryAfterSeconds);
      }
      throw error;
    });
    reply.header('set-cookie', sessionCookie(secret, isSecureRequest(request, this.config.SWITCHYARD_WEB_HOST)));
  }

  /** Never fails: whoever has no session is signed out already. */
  @Post('logout')
  @HttpCode(204)
  async logout(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.logins.logout(readSessionCookie(request.headers.cookie));
    reply.header('set-cookie', expiredSessionCookie(isSecureRequest(request, this.config.SWITCHYARD_WEB_HOST)));
  }
}
