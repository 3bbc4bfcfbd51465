import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiConfig } from '../../platform/config.js';
import { basePath } from '../../platform/http/public-address.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { TooManyTries } from '../throttle/login-throttle.js';
import { type CookiePlace, expiredSessionCookie, isSecureRequest, sessionCookie } from '../access/session-cookie.js';
import type { LoginClient } from './sign-in.service.js';

/** Helpers that the sign-in routes share: the client, the cookie of the answer, and when to come back. */
@Injectable()
export class SessionReplies {
  constructor(@Inject(API_CONFIG) private readonly config: ApiConfig) {}

  client(request: FastifyRequest): LoginClient {
    return { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
  }

  /** Gives the browser its new secret. */
  begin(request: FastifyRequest, reply: FastifyReply, secret: string): void {
    reply.header('set-cookie', sessionCookie(secret, this.cookiePlace(request)));
  }

  end(request: FastifyRequest, reply: FastifyReply): void {
    reply.header('set-cookie', expiredSessionCookie(this.cookiePlace(request)));
  }

  /** Waits for the work; a refusal for too many tries is answered with `Retry-After` (RFC 9110, 10.2.3). */
  async throttled<T>(reply: FastifyReply, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof TooManyTries) {
        reply.header('retry-after', error.retryAfterSeconds);
      }
      throw error;
    }
  }

  cookiePlace(request: FastifyRequest): CookiePlace {
    const secure = isSecureRequest(request, this.config.SWITCHYARD_WEB_HOST);
    return { path: basePath(this.config) || '/', secure };
  }
}
