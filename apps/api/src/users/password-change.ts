import { Injectable } from '@nestjs/common';
import { ApiToken, Session, User } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { hashSecret, newSecret } from '../auth/secrets/credentials.js';
import { PasswordHasher } from '../auth/secrets/password-hasher.js';
import { endSessions } from './user.repository.js';

/** Stores a new password and ends every session and token of the user: whoever stole one has nothing any more. */
@Injectable()
export class PasswordChange {
  constructor(private readonly hasher: PasswordHasher) {}

  /**
   * @param sessionId a session that goes on, under a new secret: answered, and `null` without one
   */
  async apply(
    manager: EntityManager,
    userId: number,
    password: string,
    sessionId: string | null = null,
  ): Promise<string | null> {
    await manager.update(User, { id: userId }, { passwordHash: await this.hasher.hash(password) });
    await manager.update(ApiToken, { userId }, { expired: true });
    const secret = sessionId === null ? null : newSecret();
    if (sessionId !== null && secret !== null) {
      await manager.update(Session, { id: sessionId, userId }, { id: hashSecret(secret) });
    }
    const kept = secret === null ? null : hashSecret(secret);
    await endSessions(manager, userId, kept);
    return secret;
  }
}
