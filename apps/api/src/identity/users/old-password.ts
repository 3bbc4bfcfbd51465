import { Injectable } from '@nestjs/common';
import type { User } from '@switchyard/database';
import type { Caller } from '../../auth/access/caller.js';
import { requireAccountChange } from '../../auth/access/fresh-sign-in.js';
import { LoginThrottle } from '../../auth/throttle/login-throttle.js';
import { PasswordHasher } from '../../auth/secrets/password-hasher.js';
import { badMember } from '../../platform/http/refusals.js';

/** Checks the current password of people before they get a new one: an open session alone takes no account over. */
@Injectable()
export class OldPassword {
  constructor(
    private readonly throttle: LoginThrottle,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * Administrators and people who have no password yet need a fresh session instead. Tries count as those of a sign-in.
   * A token changes no password, unless it may change accounts.
   * @param address from which the request comes
   * @throws 400 for another password, 403 for a token or a session that is not fresh, TooManyTries
   */
  async require(caller: Caller, stored: User, old: string | null | undefined, address: string): Promise<void> {
    if (caller.via === 'token' || caller.admin || stored.passwordHash === null) {
      requireAccountChange(caller);
      return;
    }
    if (!old) {
      throw badMember('old_password', 'empty');
    }
    const trial = await this.throttle.startTrial('password', { userId: stored.id }, address);
    if (!(await this.hasher.verify(stored.passwordHash, old))) {
      throw badMember('old_password', 'wrong_password');
    }
    await trial.succeeded();
  }
}
