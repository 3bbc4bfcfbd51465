import { Inject, Injectable } from '@nestjs/common';
import { ErrorCode } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import { LoginThrottle } from '../../auth/throttle/login-throttle.js';
import { Verification } from '../../auth/access/session.repository.js';
import { SignIn, type LoginClient } from '../../auth/sessions/sign-in.service.js';
import type { ApiConfig } from '../../platform/config.js';
import { forbidden, unauthorized } from '../../platform/http/refusals.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { findUserByEmail } from './email-code.repository.js';
import { EmailCodes } from './email-codes.js';

/** Signing in, or up, with a code by mail. */
@Injectable()
export class EmailLoginService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly signIn: SignIn,
    private readonly codes: EmailCodes,
    private readonly throttle: LoginThrottle,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /**
   * Begins a session that waits for the code mailed to the address, and answers its secret. An address that no user has
   * gets the same answer after the same work, so nobody learns who is here; it gets a code only where it may sign up.
   * @param email in lower case
   * @throws TooManyTries, or 403 when codes by mail are off
   */
  async begin(email: string, client: LoginClient): Promise<string> {
    this.requireEnabled();
    await this.throttle.startTrial('mail', email, client.ip);
    const userId = await findUserByEmail(this.dataSource.manager, email);
    const session = userId === null ? null : await this.signIn.open(userId, { by: 'address' }, client);
    const { secret } = session ?? (await this.signIn.openForAddress(client));
    const deliver = session !== null || this.config.SWITCHYARD_AUTH_EMAIL_SIGN_UP;
    await this.codes.send(secret, email, { wait: false, deliver });
    return secret;
  }

  /**
   * Mails a new code to the session that waits for one.
   * @throws 401 when none does, TooManyTries, 403 when codes by mail are off
   */
  async resend(secret: string | null, client: LoginClient): Promise<void> {
    const session = await this.signIn.pending(secret);
    const email = session && (await this.codes.addressOf(session.id));
    if (secret === null || session?.outstanding !== Verification.email || email === null) {
      throw unauthorized();
    }
    this.requireEnabled();
    await this.throttle.startTrial('mail', email, client.ip);
    const deliver = session.userId !== null || this.config.SWITCHYARD_AUTH_EMAIL_SIGN_UP;
    await this.codes.send(secret, email, { wait: false, deliver });
  }

  private requireEnabled(): void {
    if (!this.config.SWITCHYARD_AUTH_EMAIL_LOGIN) {
      throw forbidden(ErrorCode.emailLoginDisabled);
    }
  }
}
