import { Injectable } from '@nestjs/common';
import type { MinimalUser, PasswordInput, User as WireUser, UserCreate, UserUpdate } from '@switchyard/contracts';
import { User, type UserTotp } from '@switchyard/database';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '../../auth/audit/audit-trail.js';
import { AccessChanges } from '../../auth/access/access-changes.js';
import type { Caller } from '../../auth/access/caller.js';
import { badMember, badRequest, notFound, notPermitted } from '../../platform/http/refusals.js';
import { Seats } from '../../billing/subscription/seats.js';
import { OldPassword } from './old-password.js';
import { type NewPassword, PasswordChange } from './password-change.js';
import { toMinimalUser, toUser } from './user.mapper.js';
import { deleteUser, findTotp, findUser, insertUser, updateUser } from './user.repository.js';
import {
  requireAnotherAdmin,
  requireDistinct,
  requireFreshForSignIn,
  requireOtherOwners,
  requirePermittedChange,
  requireSamePassword,
  requireSelfOrAdmin,
  withUniqueUser,
} from './user-rules.js';

/** Accounts. */
@Injectable()
export class UsersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: PasswordChange,
    private readonly oldPassword: OldPassword,
    private readonly changes: AccessChanges,
    private readonly audit: AuditTrail,
    private readonly seats: Seats,
  ) {}

  /** @throws 401 unless the caller is an administrator */
  async create(caller: Caller, input: UserCreate): Promise<WireUser> {
    if (!caller.admin) {
      throw notPermitted();
    }
    const { name, username, email, alert, admin, external, pro } = input;
    const passwordHash = external || !input.password ? null : await this.passwords.hash(input.password);
    const fresh = { name, username, email, alert, admin, external, pro, passwordHash };
    return this.dataSource.transaction(async (manager) => {
      await requireDistinct(manager, input);
      if (pro) {
        await this.seats.requireFree(manager);
      }
      const { id } = await withUniqueUser(insertUser(manager, fresh));
      const row = await this.find(manager, id);
      await this.record(manager, null, row);
      return toUser(row);
    });
  }

  async read(caller: Caller, id: number): Promise<WireUser | MinimalUser> {
    const row = await this.find(this.dataSource.manager, id);
    return view(caller, row, await findTotp(this.dataSource.manager, id));
  }

  /**
   * Answers the secret of the caller's new session, if the change ended the one it came with.
   * @param address from which the request comes
   */
  async update(caller: Caller, id: number, input: UserUpdate, address: string): Promise<string | null> {
    requireSelfOrAdmin(caller, id);
    const checked = await this.find(this.dataSource.manager, id);
    requirePermittedChange(caller, checked, input);
    requireFreshForSignIn(caller, checked, input);
    if (input.password) {
      await this.oldPassword.require(caller, checked, input.old_password, address);
    }
    const secret = await this.dataSource.transaction((manager) => this.change(manager, caller, checked, input));
    this.changes.publish([id]);
    return secret;
  }

  /** @throws 400 for the last administrator, and for the last owner of a project */
  async remove(caller: Caller, id: number): Promise<void> {
    requireSelfOrAdmin(caller, id);
    await this.dataSource.transaction(async (manager) => {
      const row = await this.find(manager, id);
      await requireAnotherAdmin(manager, row);
      await requireOtherOwners(manager, row);
      await deleteUser(manager, id);
      await this.record(manager, row, null);
    });
    this.changes.publish([id]);
  }

  /** As `update`, for the password alone. */
  async setPassword(caller: Caller, id: number, input: PasswordInput, address: string): Promise<string | null> {
    requireSelfOrAdmin(caller, id);
    const checked = await this.find(this.dataSource.manager, id);
    if (checked.external) {
      throw badRequest('external_password');
    }
    await this.oldPassword.require(caller, checked, input.old_password, address);
    const secret = await this.dataSource.transaction(async (manager) => {
      const stored = await this.find(manager, id);
      requireSamePassword(checked, stored);
      const session = await this.passwords.apply(manager, newPassword(caller, id, input.password, input.revoke_tokens));
      await this.record(manager, stored, await this.find(manager, id));
      return session;
    });
    this.changes.publish([id]);
    return secret;
  }

  /** @param checked the row by which the request was let through */
  private async change(
    manager: EntityManager,
    caller: Caller,
    checked: User,
    input: UserUpdate,
  ): Promise<string | null> {
    const { id } = checked;
    const stored = await this.find(manager, id);
    if (input.id !== undefined && input.id !== id) {
      throw badMember('id', 'id_of_path');
    }
    requirePermittedChange(caller, stored, input);
    requireFreshForSignIn(caller, stored, input);
    if (!input.admin) {
      await requireAnotherAdmin(manager, stored);
    }
    await requireDistinct(manager, input, id);
    const { name, username, email, alert, admin, pro } = input;
    if (pro && !stored.pro) {
      await this.seats.requireFree(manager);
    }
    const adminByGroup = admin === stored.admin ? stored.adminByGroup : null;
    await withUniqueUser(updateUser(manager, id, { name, username, email, alert, admin, adminByGroup, pro }));
    let session: string | null = null;
    if (input.password) {
      requireSamePassword(checked, stored);
      session = await this.passwords.apply(manager, newPassword(caller, id, input.password, input.revoke_tokens));
    }
    await this.record(manager, stored, await this.find(manager, id));
    return session;
  }

  private record(manager: EntityManager, before: User | null, after: User | null): Promise<void> {
    const objectId = after?.id ?? before?.id ?? 0;
    return this.audit.record(manager, { entity: User, objectType: 'user', objectId, before, after });
  }

  private async find(manager: EntityManager, id: number): Promise<User> {
    const row = await findUser(manager, id);
    if (!row) {
      throw notFound();
    }
    return row;
  }
}

/** A user who changes their own password keeps the session in which they do it. */
function newPassword(caller: Caller, userId: number, password: string, revokeTokens: boolean): NewPassword {
  return { userId, password, revokeTokens, sessionId: caller.userId === userId ? caller.sessionId : null };
}

function view(caller: Caller, row: User, totp: UserTotp | null = null): WireUser | MinimalUser {
  return caller.admin || caller.userId === row.id ? toUser(row, totp) : toMinimalUser(row);
}
