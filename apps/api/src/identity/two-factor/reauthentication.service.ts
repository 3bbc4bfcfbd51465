import { Inject, Injectable } from '@nestjs/common';
import { ErrorCode, type Confirmation, type ConfirmationInput, type ConfirmationMethod } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import { AccessChanges } from '../../auth/access/access-changes.js';
import type { Caller } from '../../auth/access/caller.js';
import { hashSecret, newSecret } from '../../auth/secrets/credentials.js';
import { requireSession } from '../../auth/access/fresh-sign-in.js';
import { LoginThrottle } from '../../auth/throttle/login-throttle.js';
import { PasswordHasher } from '../../auth/secrets/password-hasher.js';
import { proveSession } from '../../auth/access/session.repository.js';
import type { ApiConfig } from '../../platform/config.js';
import { badRequest, unauthorized } from '../../platform/http/refusals.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { findUser } from '../users/user.repository.js';
import { TotpService } from './totp.service.js';

/** Lets people confirm within a session who they are. Tries count as those of a sign-in. */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly dataSource: DataSource,
    private readonly totps: TotpService,
    private readonly hasher: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly changes: AccessChanges,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  async method(caller: Caller): Promise<Confirmation> {
    requireSession(caller);
    return { method: await this.methodOf(caller.userId), fresh: caller.fresh };
  }

  /**
   * Answers the new secret of the session, which is fresh from now on; the old one opens nothing any more.
   * @throws 401 for a wrong password or code, 400 for one that confirms nothing here, 403 for a token, TooManyTries
   */
  async confirm(caller: Caller, input: ConfirmationInput, address: string): Promise<string> {
    requireSession(caller);
    await ('passcode' in input
      ? this.tryPasscode(caller, input.passcode, address)
      : this.tryPassword(caller, input.password, address));
    const secret = newSecret();
    if (
      caller.sessionId === null ||
      !(await proveSession(this.dataSource.manager, caller.sessionId, hashSecret(secret)))
    ) {
      throw unauthorized();
    }
    this.changes.publish([caller.userId]);
    return secret;
  }

  /** A password does not stand for an authenticator that is in use: who signs in needs both. */
  private async methodOf(userId: number): Promise<ConfirmationMethod> {
    const state = this.config.SWITCHYARD_AUTH_TOTP ? await this.totps.stateOf(userId) : 'off';
    if (state === 'confirmed') {
      return 'code';
    }
    const hash = await this.passwordOf(userId);
    if (hash !== null) {
      return 'password';
    }
    return state === 'new' ? 'code' : 'sign-in';
  }

  private async tryPassword({ userId }: Caller, password: string, address: string): Promise<void> {
    if ((await this.methodOf(userId)) !== 'password') {
      throw badRequest('password_confirms_nothing');
    }
    const trial = await this.throttle.startTrial('password', { userId }, address);
    if (!(await this.hasher.verify(await this.passwordOf(userId), password))) {
      throw unauthorized(ErrorCode.invalidPassword);
    }
    await trial.succeeded();
  }

  private async tryPasscode({ userId }: Caller, passcode: string, address: string): Promise<void> {
    if (!this.config.SWITCHYARD_AUTH_TOTP || !(await this.totps.has(userId))) {
      throw badRequest('no_authenticator');
    }
    const trial = await this.throttle.startTrial('totp', { userId }, address);
    if (!(await this.totps.take(userId, passcode))) {
      throw unauthorized(ErrorCode.invalidPasscode);
    }
    await trial.succeeded();
  }

  /** The hash, where the user can sign in with it. */
  private async passwordOf(id: number): Promise<string | null> {
    const user = await findUser(this.dataSource.manager, id);
    return user === null || user.external || !this.config.SWITCHYARD_AUTH_PASSWORD_LOGIN ? null : user.passwordHash;
  }
}
