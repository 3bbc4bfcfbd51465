import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ErrorCode, type PlainCode, type TokenScope } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { AccessChanges } from './access-changes.js';
import { CallerCache } from './caller-cache.js';
import type { AuthFailure, Caller } from './caller.js';
import { canSeeProject } from './project-access.repository.js';
import { hashSecret, readBearerToken } from '../secrets/credentials.js';
import { readSessionCookie } from './session-cookie.js';
import {
  findLiveSession,
  findTokenUser,
  type SessionRow,
  touchSession,
  touchToken,
  Verification,
} from './session.repository.js';

/** `error` texts of sessions that wait for something. */
const OUTSTANDING: Readonly<Record<Verification, PlainCode>> = {
  [Verification.none]: ErrorCode.sessionNotVerified,
  [Verification.totp]: ErrorCode.totpRequired,
  [Verification.email]: ErrorCode.emailOtpRequired,
};

/** Proof of a caller: the hash of a bearer token or of a session's secret. */
export interface Credential {
  via: Caller['via'];
  hash: string;
}

/** The credential of a request; `null` = it has none. */
export function credentialOf({ authorization, cookie }: IncomingHttpHeaders): Credential | null {
  const token = readBearerToken(authorization);
  const secret = token ?? readSessionCookie(cookie);
  return secret === null ? null : { via: token === null ? 'session' : 'token', hash: hashSecret(secret) };
}

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
    private readonly dataSource: DataSource,
    changes: AccessChanges,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {
    this.stopListening = changes.onChange((userIds) => this.cache.forget(userIds));
  }

  onModuleDestroy(): void {
    this.stopListening();
  }

  /** @param address where the request comes from, behind the proxies that are trusted */
  async authenticate(headers: IncomingHttpHeaders, address: string): Promise<Caller | AuthFailure> {
    const credential = credentialOf(headers);
    if (!credential) {
      return failure();
    }
    const { via, hash } = credential;
    return this.cache.through(`${via}:${hash}`, () =>
      via === 'token' ? this.byToken(hash, address) : this.bySession(hash),
    );
  }

  /** Whether the user may read the project: a member of it, or an administrator. */
  canSeeProject(userId: number, projectId: number): Promise<boolean> {
    return canSeeProject(this.dataSource.manager, userId, projectId);
  }

  private async byToken(id: string, address: string): Promise<Caller | AuthFailure> {
    const token = await findTokenUser(this.dataSource.manager, id);
    if (!token) {
      return failure();
    }
    const { stale, ...user } = token;
    if (stale) {
      await touchToken(this.dataSource.manager, id, address);
    }
    const given: TokenScope[] = this.config.SWITCHYARD_TOKENS_CHANGE_ACCOUNTS ? ['accounts'] : [];
    const scopes = [...user.scopes, ...given];
    return { ...user, scopes, via: 'token', sessionId: null, tokenId: id, fresh: false };
  }

  private async bySession(id: string): Promise<Caller | AuthFailure> {
    const session = await findLiveSession(this.dataSource.manager, id);
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
      await touchSession(this.dataSource.manager, session.id);
    }
  }
}
