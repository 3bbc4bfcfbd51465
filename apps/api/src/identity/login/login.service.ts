import { Inject, Injectable } from '@nestjs/common';
import { ErrorCode, type LoginInput, type PlainCode } from '@switchyard/contracts';
import type { Logger } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { attributeAudit } from '../../auth/audit/audit-scope.js';
import type { ApiConfig } from '../../platform/config.js';
import { EmailCodes } from '../email-login/email-codes.js';
import { ExternalUsers, type Refusal } from '../external-users/external-users.js';
import { forbidden, unauthorized } from '../../platform/http/refusals.js';
import { API_CONFIG, LOGGER } from '../../platform/infrastructure/tokens.js';
import { LdapDirectory, type DirectoryPerson } from '../ldap/ldap-directory.js';
import { type Account, findAccount } from './account.repository.js';
import { AccessChanges } from '../../auth/access/access-changes.js';
import { hashSecret } from '../../auth/secrets/credentials.js';
import { LoginThrottle } from '../../auth/throttle/login-throttle.js';
import { PasswordHasher } from '../../auth/secrets/password-hasher.js';
import { SessionRepository, Verification } from '../../auth/access/session.repository.js';
import { SignIn, type LoginClient, type OpenedSession } from '../../auth/sessions/sign-in.service.js';

/** Signing in and out with a password, of this installation or of the directory. */
@Injectable()
export class LoginService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: SessionRepository,
    private readonly signIn: SignIn,
    private readonly hasher: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly directory: LdapDirectory,
    private readonly externalUsers: ExternalUsers,
    private readonly codes: EmailCodes,
    private readonly changes: AccessChanges,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Signs in and answers the secret of the new session, which may wait for a second factor. An unknown account, a wrong
   * password and a directory that does not answer are answered alike, after the same work.
   * @throws TooManyTries, 403 when passwords are off, or 401
   */
  async login(input: LoginInput, client: LoginClient): Promise<string> {
    if (!this.config.SWITCHYARD_AUTH_PASSWORD_LOGIN) {
      throw forbidden(ErrorCode.passwordLoginDisabled);
    }
    const account = input.auth.toLowerCase();
    const user = await findAccount(this.dataSource.manager, account);
    attributeAudit(user?.id);
    const trial = await this.throttle.startTrial('password', user ? { userId: user.id } : account, client.ip);
    const [verified, person] = await Promise.all([
      this.hasher.verify(user?.password_hash ?? null, input.password),
      this.searchDirectory(account, input.password, user === undefined || user.external),
    ]);
    const session = verified && user ? await this.openLocal(user, client) : await this.openPerson(person, client);
    if (session === null) {
      throw unauthorized();
    }
    await trial.succeeded();
    return session.secret;
  }

  async logout(secret: string | null): Promise<void> {
    const userId = secret === null ? null : await this.sessions.end(hashSecret(secret));
    if (userId !== null) {
      attributeAudit(userId);
      this.changes.publish([userId]);
    }
  }

  private async openLocal(user: Account, client: LoginClient): Promise<OpenedSession | null> {
    const passwordHash = user.password_hash ?? '';
    return this.open(user.id, user.email, client, { by: 'password', passwordHash });
  }

  private async openPerson(person: DirectoryPerson | null, client: LoginClient): Promise<OpenedSession | null> {
    if (person === null) {
      return null;
    }
    const user = await this.externalUsers.resolve({ provider: 'ldap', ...person, emailVerified: true });
    if (typeof user === 'string') {
      throw unauthorized(REFUSALS[user]);
    }
    return this.open(user.id, user.email, client, { by: 'directory' });
  }

  private async open(...[userId, email, client, proof]: OpenArguments): Promise<OpenedSession | null> {
    const session = await this.signIn.open(userId, proof, client);
    if (session?.outstanding === Verification.email) {
      await this.codes.send(session.secret, email, { wait: true });
    }
    return session;
  }

  /** A directory that fails must not keep out the people of this installation. */
  private async searchDirectory(login: string, password: string, mayBeThere: boolean): Promise<DirectoryPerson | null> {
    try {
      return await this.directory.authenticate(login, password, mayBeThere);
    } catch (error) {
      this.logger.error({ err: error }, 'The LDAP directory could not be reached');
      return null;
    }
  }
}

type OpenArguments = [number, string, LoginClient, Parameters<SignIn['open']>[1]];

/** Shown only to people whose password the directory has confirmed. */
const REFUSALS: Readonly<Record<Refusal, PlainCode>> = {
  email_unverified: 'directory_no_email',
  account_exists: 'directory_account_exists',
};
