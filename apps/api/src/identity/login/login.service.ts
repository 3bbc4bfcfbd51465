import { Inject, Injectable } from '@nestjs/common';
import { ErrorCode, type LoginInput } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import { AccessChanges } from '../../auth/access/access-changes.js';
import { endSession, Verification } from '../../auth/access/session.repository.js';
import { attributeAudit } from '../../auth/audit/audit-scope.js';
import { hashSecret } from '../../auth/secrets/credentials.js';
import { type LoginClient, type OpenedSession, SignIn } from '../../auth/sessions/sign-in.service.js';
import type { ApiConfig } from '../../platform/config.js';
import { forbidden, unauthorized } from '../../platform/http/refusals.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { EmailCodes } from '../email-login/email-codes.js';
import { PasswordCheck, type ProvedAccount } from './password-check.js';

/** Signing in and out with a password, of this installation or of the directory. */
@Injectable()
export class LoginService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: PasswordCheck,
    private readonly signIn: SignIn,
    private readonly codes: EmailCodes,
    private readonly changes: AccessChanges,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /**
   * Signs in and answers the secret of the new session, which may wait for a second factor.
   * @throws TooManyTries, 403 when passwords are off, or 401
   */
  async login(input: LoginInput, client: LoginClient): Promise<string> {
    if (!this.config.SWITCHYARD_AUTH_PASSWORD_LOGIN) {
      throw forbidden(ErrorCode.passwordLoginDisabled);
    }
    const { account, trial } = await this.passwords.run(input, client.ip);
    const session = account && (await this.open(account, client));
    if (session === null) {
      throw unauthorized();
    }
    await trial.succeeded();
    return session.secret;
  }

  async logout(secret: string | null): Promise<void> {
    const userId = secret === null ? null : await endSession(this.dataSource.manager, hashSecret(secret));
    if (userId !== null) {
      attributeAudit(userId);
      this.changes.publish([userId]);
    }
  }

  private async open({ id, email, proof }: ProvedAccount, client: LoginClient): Promise<OpenedSession | null> {
    const session = await this.signIn.open(id, proof, client);
    if (session?.outstanding === Verification.email) {
      await this.codes.send(session.secret, email, { wait: true });
    }
    return session;
  }
}
