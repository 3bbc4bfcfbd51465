import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { attributeAudit } from '../audit/audit-scope.js';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { hashSecret, newSecret } from '../secrets/credentials.js';
import {
  advanceSession,
  createAddressSession,
  createSession,
  findPendingSession,
  type PendingSession,
  Verification,
} from '../access/session.repository.js';

/** Where a sign-in comes from. */
export interface LoginClient {
  ip: string;
  userAgent: string;
}

/** How somebody has shown so far who he is. */
export type Proof =
  | { readonly by: 'password'; readonly passwordHash: string }
  | { readonly by: 'directory' | 'provider' | 'address' };

/** A session that began or went a step further, with its new secret and what it waits for now. */
export interface OpenedSession {
  secret: string;
  outstanding: Verification;
}

const MAX_USER_AGENT = 500;

/** Begins sessions and carries them through their steps; every step changes the secret. */
@Injectable()
export class SignIn {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /**
   * Begins a session. A code by mail follows a password where such codes are on, but not a sign-in by a provider;
   * an authenticator follows everything. Answers `null` when the proof does not hold any more.
   */
  async open(userId: number, proof: Proof, client: LoginClient): Promise<OpenedSession | null> {
    attributeAudit(userId);
    const secret = newSecret();
    const passwordHash = proof.by === 'password' ? proof.passwordHash : null;
    const session = { id: hashSecret(secret), userId, ...shortened(client), passwordHash };
    const outstanding = await createSession(this.dataSource.manager, session, {
      totp: this.config.SWITCHYARD_AUTH_TOTP,
      email: this.emailStep(proof),
    });
    return outstanding === null ? null : { secret, outstanding };
  }

  /** Begins a session for an address that no user has. */
  async openForAddress(client: LoginClient): Promise<OpenedSession> {
    const secret = newSecret();
    await createAddressSession(this.dataSource.manager, { id: hashSecret(secret), ...shortened(client) });
    return { secret, outstanding: Verification.email };
  }

  /** The session of this secret, signed in or not. */
  async pending(secret: string | null): Promise<PendingSession | null> {
    const session = secret === null ? null : await findPendingSession(this.dataSource.manager, hashSecret(secret));
    attributeAudit(session?.userId);
    return session;
  }

  /** The step is done. Answers the new secret, or `null` when the session was not waiting for it any more. */
  async advance(
    session: PendingSession,
    userId: number,
    next: Verification = Verification.none,
  ): Promise<string | null> {
    attributeAudit(userId);
    const secret = newSecret();
    return (await advanceSession(this.dataSource.manager, session, hashSecret(secret), userId, next)) ? secret : null;
  }

  private emailStep({ by }: Proof): 'first' | 'instead' | 'never' {
    if (by === 'address') {
      return 'first';
    }
    return by !== 'provider' && this.config.SWITCHYARD_AUTH_EMAIL_LOGIN ? 'instead' : 'never';
  }
}

function shortened({ ip, userAgent }: LoginClient): LoginClient {
  return { ip, userAgent: userAgent.slice(0, MAX_USER_AGENT) };
}
