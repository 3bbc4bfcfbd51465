import { Inject, Injectable } from '@nestjs/common';
import { ErrorCode } from '@switchyard/contracts';
import { LoginThrottle } from '../../auth/throttle/login-throttle.js';
import { Verification, type PendingSession } from '../../auth/access/session.repository.js';
import { SignIn, type LoginClient } from '../../auth/sessions/sign-in.service.js';
import type { ApiConfig } from '../../platform/config.js';
import { EmailCodes } from '../email-login/email-codes.js';
import { ExternalUsers } from '../external-users/external-users.js';
import { badRequest, forbidden, unauthorized } from '../../platform/http/refusals.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { TotpService } from './totp.service.js';

/** The second step of a sign-in. Each success changes the session's secret. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly signIn: SignIn,
    private readonly totps: TotpService,
    private readonly codes: EmailCodes,
    private readonly externalUsers: ExternalUsers,
    private readonly throttle: LoginThrottle,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /**
   * Takes the code that the session waits for. Answers its new secret, or `null` when it waits for nothing.
   * @throws 401 without a session or with a wrong code, 403 when this kind of code is off, TooManyTries
   */
  async verify(secret: string | null, passcode: string, client: LoginClient): Promise<string | null> {
    const session = await this.signIn.pending(secret);
    if (secret === null || session === null) {
      throw unauthorized();
    }
    switch (session.outstanding) {
      case Verification.none:
        return null;
      case Verification.totp:
        return this.verifyTotp(session, passcode, client);
      case Verification.email:
        return this.verifyEmail(session, secret, passcode, client);
    }
  }

  /**
   * Signs in with the recovery code, which takes the authenticator off.
   * @throws 401 without a session or with a wrong code, 403 when recovery is off, 400 when no authenticator is awaited
   */
  async recover(secret: string | null, recoveryCode: string, client: LoginClient): Promise<string> {
    const session = await this.signIn.pending(secret);
    if (session === null) {
      throw unauthorized();
    }
    if (!this.config.SWITCHYARD_AUTH_TOTP || !this.config.SWITCHYARD_AUTH_TOTP_RECOVERY) {
      throw forbidden(ErrorCode.totpDisabled);
    }
    if (session.outstanding !== Verification.totp || session.userId === null) {
      throw badRequest('no_authenticator_expected');
    }
    const trial = await this.throttle.startTrial('recovery', { userId: session.userId }, client.ip);
    if (!(await this.totps.recover(session.userId, recoveryCode))) {
      throw unauthorized(ErrorCode.invalidRecoveryCode);
    }
    await trial.succeeded();
    return this.go(session, session.userId);
  }

  private async verifyTotp(session: PendingSession, passcode: string, client: LoginClient): Promise<string> {
    if (!this.config.SWITCHYARD_AUTH_TOTP) {
      throw forbidden(ErrorCode.totpDisabled);
    }
    const userId = session.userId ?? 0;
    const trial = await this.throttle.startTrial('totp', { userId }, client.ip);
    if (!(await this.totps.take(userId, passcode))) {
      throw unauthorized(ErrorCode.invalidPasscode);
    }
    await trial.succeeded();
    return this.go(session, userId);
  }

  /** A code by mail does not stand for an authenticator: who has one must enter its code next. */
  private async verifyEmail(
    session: PendingSession,
    secret: string,
    passcode: string,
    client: LoginClient,
  ): Promise<string> {
    if (!this.config.SWITCHYARD_AUTH_EMAIL_LOGIN) {
      throw forbidden(ErrorCode.emailOtpDisabled);
    }
    const address = (await this.codes.addressOf(session.id)) ?? session.id;
    const trial = await this.throttle.startTrial('mailed', address, client.ip);
    const email = await this.codes.take(secret, passcode);
    const userId = session.userId ?? (await this.signUp(email));
    const next = this.config.SWITCHYARD_AUTH_TOTP && (await this.totps.has(userId));
    await trial.succeeded();
    return this.go(session, userId, next ? Verification.totp : Verification.none);
  }

  private async signUp(email: string): Promise<number> {
    if (!this.config.SWITCHYARD_AUTH_EMAIL_SIGN_UP) {
      throw unauthorized(ErrorCode.invalidPasscode);
    }
    return (await this.externalUsers.ofAddress(email)).id;
  }

  private async go(session: PendingSession, userId: number, next?: Verification): Promise<string> {
    const secret = await this.signIn.advance(session, userId, next);
    if (secret === null) {
      throw unauthorized();
    }
    return secret;
  }
}
