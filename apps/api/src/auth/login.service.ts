import { Injectable } from '@nestjs/common';
import type { LoginInput } from '@switchyard/contracts';
import { UserError } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { unauthorized } from '../http/refusals.js';
import { AccessChanges } from './access-changes.js';
import { hashSecret, newSecret } from './credentials.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHasher } from './password-hasher.js';
import { SessionStore } from './session-store.js';

/** Where a sign-in comes from. */
export interface LoginClient {
  ip: string;
  userAgent: string;
}

/** A sign-in that was not tried, because too many were. */
export class TooManyTries extends UserError {
  constructor(readonly retryAfterSeconds: number) {
    super(429, 'Too many sign-in attempts, try again later');
  }
}

const MAX_USER_AGENT = 500;

/** Signing in and out with a password. */
@Injectable()
export class LoginService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: SessionStore,
    private readonly hasher: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly changes: AccessChanges,
  ) {}

  /**
   * Signs in and answers the secret of the new session. An unknown account, an external one and a wrong password are
   * answered alike, after the same work.
   * @throws TooManyTries, or 401 without a body
   */
  async login(input: LoginInput, client: LoginClient): Promise<string> {
    const account = input.auth.toLowerCase();
    const attempt = this.throttle.attempt(account, client.ip);
    if (!attempt.allowed) {
      throw new TooManyTries(attempt.retryAfterSeconds);
    }
    const user = await this.findUser(account);
    const verified = await this.hasher.verify(user?.password_hash ?? null, input.password);
    const secret = user?.password_hash && verified ? await this.openSession(user.id, user.password_hash, client) : null;
    if (secret === null) {
      throw unauthorized();
    }
    attempt.succeeded();
    return secret;
  }

  async logout(secret: string | null): Promise<void> {
    const userId = secret === null ? null : await this.sessions.end(hashSecret(secret));
    if (userId !== null) {
      this.changes.publish([userId]);
    }
  }

  private async findUser(account: string): Promise<{ id: number; password_hash: string | null } | undefined> {
    const [user] = await this.dataSource.query<{ id: number; password_hash: string | null }[]>(
      `select id, case when external then null else password_hash end as password_hash
         from "user" where username = $1 or lower(email) = $1
        order by username = $1 desc limit 1`,
      [account],
    );
    return user;
  }

  private async openSession(userId: number, passwordHash: string, client: LoginClient): Promise<string | null> {
    const secret = newSecret();
    const userAgent = client.userAgent.slice(0, MAX_USER_AGENT);
    const session = { id: hashSecret(secret), userId, ip: client.ip, userAgent };
    return (await this.sessions.create(session, passwordHash)) ? secret : null;
  }
}
