import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ErrorCode, type PlainCode, TOKEN_SCOPES } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import type { ApiConfig } from '../../config.js';
import { API_CONFIG } from '../../infrastructure/tokens.js';
import { AccessChanges } from './access-changes.js';
import { CallerCache } from './caller-cache.js';
import type { AuthFailure, Caller } from './caller.js';
import { canSeeProject } from './project-access.repository.js';
import { hashSecret, readBearerToken } from '../secrets/credentials.js';
import { readSessionCookie } from '../sessions/session-cookie.js';
import { SessionRepository, Verification, type SessionRow } from '../sessions/session.repository.js';

/** `error` texts of sessions that wait for something. */
const OUTSTANDING: Readonly<Record<Verification, PlainCode>> = {
  [Verification.none]: ErrorCode.sessionNotVerified,
  [Verification.totp]: ErrorCode.totpRequired,
  [Verification.email]: ErrorCode.emailOtpRequired,
};

const failure = (code: PlainCode | null = null): AuthFailure => ({ failed: true, code });

/**
 * Finds out who sends a request, REST or WebSocket upgrade alike. A bearer token comes first and is final; otherwise
 * the session cookie counts. A caller is remembered for at most a second, and forgotten at once
 * when his access changes anywhere in the installation.
 */
@Injectable()
export class Authenticator implements OnModuleDestroy {
  private readonly cache = new CallerCache();
  private readonly stopListening: () => void;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly dataSource: DataSource,
    changes: AccessChanges,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {
    this.stopListening = changes.onChange((userIds) => this.cache.forget(userIds));
  }

  onModuleDestroy(): void {
    this.stopListening();
  }

  async authenticate(headers: IncomingHttpHeaders): Promise<Caller | AuthFailure> {
    const token = readBearerToken(headers.authorization);
    if (token !== null) {
      return this.cache.through(`token:${hashSecret(token)}`, () => this.byToken(hashSecret(token)));
    }
    const secret = readSessionCookie(headers.cookie);
    if (secret === null) {
      return failure();
    }
    return this.cache.through(`session:${hashSecret(secret)}`, () => this.bySession(hashSecret(secret)));
  }

  /** Whether the user may read the project: a member of it, or an administrator. */
  canSeeProject(userId: number, projectId: number): Promise<boolean> {
    return canSeeProject(this.dataSource.manager, userId, projectId);
  }

  private async byToken(id: string): Promise<Caller | AuthFailure> {
    const user = await this.sessions.findTokenUser(id);
    if (!user) {
      return failure();
    }
    const scopes = this.config.SWITCHYARD_TOKENS_CHANGE_ACCOUNTS ? TOKEN_SCOPES : user.scopes;
    return { ...user, scopes, via: 'token', sessionId: null, tokenId: id, fresh: false };
  }

  private async bySession(id: string): Promise<Caller | AuthFailure> {
    const session = await this.sessions.findLive(id);
    if (!session) {
      return failure();
    }
    if (!session.verified || !session.user) {
      return failure(OUTSTANDING[session.outstanding]);
    }
    await this.keepAlive(session);
    const { user, fresh } = session;
    return { ...user, scopes: [], via: 'session', sessionId: session.id, fresh, tokenId: null, tokenEnd: null };
  }

  private async keepAlive(session: SessionRow): Promise<void> {
    if (session.stale) {
      await this.sessions.touch(session.id);
    }
  }
}
