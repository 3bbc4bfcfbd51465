import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { hashSecret, newSecret } from '../../auth/secrets/credentials.js';
import { PasswordHasher } from '../../auth/secrets/password-hasher.js';
import { endTokens } from '../../auth/tokens/api-token.repository.js';
import { endSessions, renewSession, updateUser } from './user.repository.js';

/** A new password of a user. */
export interface NewPassword {
  userId: number;
  password: string;
  /** API tokens end as well. */
  revokeTokens: boolean;
  /** A session that goes on under a new secret. */
  sessionId?: string | null;
}

/** Stores new passwords. Every session of the user ends, so that who stole one has nothing any more; tokens on request. */
@Injectable()
export class PasswordChange {
  constructor(private readonly hasher: PasswordHasher) {}

  /** The stored form of a password. */
  hash(password: string): Promise<string> {
    return this.hasher.hash(password);
  }

  /** Answers the new secret of the session that goes on, `null` without one. */
  async apply(
    manager: EntityManager,
    { userId, password, revokeTokens, sessionId = null }: NewPassword,
  ): Promise<string | null> {
    await updateUser(manager, userId, { passwordHash: await this.hash(password) });
    if (revokeTokens) {
      await endTokens(manager, userId);
    }
    const secret = sessionId === null ? null : newSecret();
    if (sessionId !== null && secret !== null) {
      await renewSession(manager, { id: sessionId, userId }, hashSecret(secret));
    }
    await endSessions(manager, userId, secret === null ? null : hashSecret(secret));
    return secret;
  }
}
