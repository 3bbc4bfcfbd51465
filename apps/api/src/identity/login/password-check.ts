import { Inject, Injectable } from '@nestjs/common';
import type { LoginInput, PlainCode } from '@switchyard/contracts';
import type { Logger } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { attributeAudit } from '../../auth/audit/audit-scope.js';
import { isForeignHash, PasswordHasher } from '../../auth/secrets/password-hasher.js';
import type { Proof } from '../../auth/sessions/sign-in.service.js';
import { LoginThrottle, type Trial } from '../../auth/throttle/login-throttle.js';
import { unauthorized } from '../../platform/http/refusals.js';
import { LOGGER } from '../../platform/infrastructure/tokens.js';
import { ExternalUsers, type Refusal } from '../external-users/external-users.js';
import { type DirectoryPerson, LdapDirectory } from '../ldap/ldap-directory.js';
import { type Account, findAccount, renewHash } from './account.repository.js';

/** The account that a password belongs to. */
export interface ProvedAccount {
  id: number;
  email: string;
  proof: Proof;
}

/** Finds out whose a login and password are, in this installation or in the directory. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly dataSource: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly directory: LdapDirectory,
    private readonly externalUsers: ExternalUsers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Answers `null` alike, and after the same work, for an unknown account, a wrong password and a directory that does not
   * answer; and the trial, which counts until its success is reported.
   * @param address from which the request comes
   * @throws TooManyTries, 401 for a person of the directory who gets no account
   */
  async run(input: LoginInput, address: string): Promise<{ account: ProvedAccount | null; trial: Trial }> {
    const name = input.auth.toLowerCase();
    const { account: user, amongForeign } = await findAccount(this.dataSource.manager, name);
    attributeAudit(user?.id);
    const trial = await this.throttle.startTrial('password', user ? { userId: user.id } : name, address);
    const searching = this.searchDirectory(name, input.password, user === undefined || user.external);
    const verified = await this.hasher.verify(user?.password_hash ?? null, input.password, amongForeign);
    // A right password waits for no directory, which may be frozen; a wrong one has waited for it, whether the account exists or not.
    if (verified && user) {
      const passwordHash = await this.renewed(user, name, input.password);
      return { account: { id: user.id, email: user.email, proof: { by: 'password', passwordHash } }, trial };
    }
    const person = await searching;
    return { account: person && (await this.accountOf(person)), trial };
  }

  /** The hash of the proved password that the account has from now on: one of this product. */
  private async renewed(user: Account, name: string, password: string): Promise<string> {
    const { password_hash: stored } = user;
    if (stored === null || !isForeignHash(stored)) {
      return stored ?? '';
    }
    const { manager } = this.dataSource;
    const own = await this.hasher.hash(password);
    if (await renewHash(manager, user, own)) {
      return own;
    }
    // A sign-in at the same time was first, or a new password, which this one must not open.
    const { account: now } = await findAccount(manager, name);
    const isSame = now?.id === user.id && (await this.hasher.verify(now.password_hash, password));
    return isSame ? (now.password_hash ?? '') : stored;
  }

  private async accountOf(person: DirectoryPerson): Promise<ProvedAccount> {
    const user = await this.externalUsers.resolve({ provider: 'ldap', ...person, emailVerified: true });
    if (typeof user === 'string') {
      throw unauthorized(REFUSALS[user]);
    }
    return { id: user.id, email: user.email, proof: { by: 'directory' } };
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

/** Shown only to people whose password the directory has confirmed. */
const REFUSALS: Readonly<Record<Refusal, PlainCode>> = {
  email_unverified: 'directory_no_email',
  account_exists: 'directory_account_exists',
  too_many_groups: 'directory_many_groups',
};
