import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EmailAddress } from '@switchyard/contracts';
import { User, type UserIdentity } from '@switchyard/database';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '../../auth/audit/audit-trail.js';
import { violatedUnique } from '../../platform/database/constraints.js';
import { endSessions, getUser, insertUser, lockUser, updateUser } from '../users/user.repository.js';
import { GroupRoles } from './group-roles.js';
import {
  findIdentity,
  hasIdentity,
  insertIdentity,
  isNameTaken,
  lockHolders,
  touchIdentity,
} from './external-user.repository.js';

/** A person as an outside authority identifies them. */
export interface ExternalPerson {
  /** `oidc:<id>` or `ldap`. */
  provider: string;
  /** The authority's own name for the person, which never changes hands. */
  subject: string;
  username: string;
  name: string;
  email: string;
  /** Whether the authority vouches for the email. */
  emailVerified: boolean;
  /** `null` = the authority does not name them, as there are too many. */
  groups: readonly string[] | null;
}

/** Why a person gets no account. */
export type Refusal = 'email_unverified' | 'account_exists' | 'too_many_groups';

/** The account of a person. */
export type ExternalAccount = Pick<User, 'id' | 'email'>;

const ATTEMPTS = 3;

/** Accounts of people who sign in elsewhere. */
@Injectable()
export class ExternalUsers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    private readonly groupRoles: GroupRoles,
  ) {}

  /**
   * The account of the person. Who was here before is known by provider and subject, whatever his email is now. Somebody
   * new needs a verified email: an external user who has it and never came from anywhere becomes his account;
   * a user with a password of this installation, or of another provider, never does; otherwise a new external user is
   * made. The account then has what the groups of the person give.
   */
  async resolve(person: ExternalPerson): Promise<ExternalAccount | Refusal> {
    const { provider, groups } = person;
    if (this.groupRoles.areTooMany(provider, groups)) {
      return 'too_many_groups';
    }
    const account = await this.retried((manager) => this.resolveIn(manager, person));
    if (typeof account !== 'string') {
      await this.groupRoles.keepInStep(account.id, { provider, groups: groups ?? [] });
    }
    return account;
  }

  /** The account of an email that was just proved, made as an external user when nobody has it. */
  ofAddress(address: string): Promise<ExternalAccount> {
    return this.retried(async (manager) => {
      const known = await lockHolders(manager, address, null);
      return known[0] ?? this.create(manager, { username: '', name: '', email: address });
    });
  }

  private async resolveIn(manager: EntityManager, person: ExternalPerson): Promise<ExternalAccount | Refusal> {
    const { provider, subject } = person;
    const known = await findIdentity(manager, provider, subject);
    if (known) {
      return this.confirmed(manager, known);
    }
    const address = person.email.toLowerCase();
    if (!person.emailVerified || !EmailAddress.safeParse(address).success) {
      return 'email_unverified';
    }
    const account = await this.adopt(manager, person, address);
    if (typeof account !== 'string') {
      await insertIdentity(manager, { provider, subject, userId: account.id });
    }
    return account;
  }

  /**
   * Records whether the directory still has the person of this account. One who has left has no sessions any more, and their
   * tokens open nothing until they are back.
   */
  async setPresence(userId: number, present: boolean): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const user = await lockUser(manager, userId);
      const changed = user !== null && (user.leftDirectory === null) !== present;
      await (changed && this.storePresence(manager, user, present));
    });
  }

  private async storePresence(manager: EntityManager, user: User, present: boolean): Promise<void> {
    const leftDirectory = present ? null : new Date();
    await updateUser(manager, user.id, { leftDirectory });
    await (present || endSessions(manager, user.id, null));
    const after = { ...user, leftDirectory };
    await this.audit.record(manager, { entity: User, objectType: 'user', objectId: user.id, before: user, after });
  }

  /** A person whom the provider has just confirmed. */
  private async confirmed(manager: EntityManager, identity: UserIdentity): Promise<ExternalAccount> {
    await touchIdentity(manager, identity);
    const user = await getUser(manager, identity.userId);
    await (user.leftDirectory !== null && this.storePresence(manager, user, true));
    return user;
  }

  /** The directory decides over logins as well, so there a login names an account as an email does. */
  private async adopt(manager: EntityManager, person: ExternalPerson, address: string) {
    const login = person.provider === 'ldap' ? person.username.toLowerCase() : null;
    const [holder, another] = await lockHolders(manager, address, login);
    if (!holder) {
      return this.create(manager, { ...person, email: address });
    }
    const taken = another !== undefined || !holder.external || (await hasIdentity(manager, holder.id));
    return taken ? 'account_exists' : this.withAddress(manager, holder, address);
  }

  /** An account that was made without an address gets the one that the authority vouches for. */
  private async withAddress(manager: EntityManager, holder: User, address: string): Promise<ExternalAccount> {
    const { id, email } = holder;
    if (EmailAddress.safeParse(email).success) {
      return holder;
    }
    const after = { ...holder, email: address };
    await updateUser(manager, id, { email: address });
    await this.audit.record(manager, { entity: User, objectType: 'user', objectId: id, before: holder, after });
    return after;
  }

  private async create(
    manager: EntityManager,
    { username, name, email: address }: Pick<ExternalPerson, 'username' | 'name' | 'email'>,
  ): Promise<ExternalAccount> {
    const [local = address] = address.split('@');
    const login = await this.freeLogin(manager, (username.trim() || local).slice(0, 240));
    const fresh = { username: login, name: name.trim().slice(0, 255) || login, email: address, external: true };
    const user = await insertUser(manager, fresh);
    const { id } = user;
    await this.audit.record(manager, { entity: User, objectType: 'user', objectId: id, before: null, after: user });
    return { id, email: address };
  }

  /** The wish, or the wish with a few random characters when somebody signs in with it already. */
  private async freeLogin(manager: EntityManager, wish: string): Promise<string> {
    return (await isNameTaken(manager, wish.toLowerCase())) ? `${wish}-${randomBytes(4).toString('hex')}` : wish;
  }

  /** Two first sign-ins of one person may meet; the one that comes second finds what the first one made. */
  private async retried<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.dataSource.transaction(work);
      } catch (error) {
        if (attempt >= ATTEMPTS || violatedUnique(error) === null) {
          throw error;
        }
      }
    }
  }
}
