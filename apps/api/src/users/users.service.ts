import { Injectable } from '@nestjs/common';
import type { MinimalUser, User as WireUser, UserCreate, UserUpdate } from '@switchyard/contracts';
import { User } from '@switchyard/database';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../auth/access-changes.js';
import type { Caller } from '../auth/caller.js';
import { PasswordHasher } from '../auth/password-hasher.js';
import { badRequest, notFound, unauthorized } from '../http/refusals.js';
import { sorted } from '../project-resources/list-query.js';
import { PasswordChange } from './password-change.js';
import { toMinimalUser, toUser } from './user.mapper.js';
import {
  requireAnotherAdmin,
  requireDistinct,
  requirePermittedChange,
  requireSelfOrAdmin,
  withUniqueUser,
} from './user-rules.js';

/** Accounts. */
@Injectable()
export class UsersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly passwords: PasswordChange,
    private readonly changes: AccessChanges,
  ) {}

  /**
   * By name, and only those that match `search`. An administrator finds parts of an email as well; other people only a
   * whole one, so that nobody's address can be guessed letter by letter.
   */
  async list(caller: Caller, search = ''): Promise<(WireUser | MinimalUser)[]> {
    const rows = await this.dataSource.getRepository(User).find();
    const needle = search.trim().toLowerCase();
    const has = (text: string): boolean => text.toLowerCase().includes(needle);
    const matches = ({ name, username, email }: User): boolean =>
      has(name) || has(username) || (caller.admin ? has(email) : email.toLowerCase() === needle);
    const found = sorted(rows.filter(matches), {}, { name: (user) => user.name });
    return found.map((row) => view(caller, row));
  }

  /** @throws 401 unless the caller is an administrator (rest contract 4.3) */
  async create(caller: Caller, input: UserCreate): Promise<WireUser> {
    if (!caller.admin) {
      throw unauthorized();
    }
    const { name, username, email, alert, admin, external, pro } = input;
    const passwordHash = external || !input.password ? null : await this.hasher.hash(input.password);
    await requireDistinct(this.dataSource.manager, input);
    const fresh = { name, username, email, alert, admin, external, pro, passwordHash };
    const { id } = await withUniqueUser(this.dataSource.manager.save(this.dataSource.manager.create(User, fresh)));
    return toUser(await this.find(this.dataSource.manager, id));
  }

  async read(caller: Caller, id: number): Promise<WireUser | MinimalUser> {
    return view(caller, await this.find(this.dataSource.manager, id));
  }

  /** Answers the secret of the caller's new session, if the change ended the one it came with. */
  async update(caller: Caller, id: number, input: UserUpdate): Promise<string | null> {
    requireSelfOrAdmin(caller, id);
    const secret = await this.dataSource.transaction((manager) => this.change(manager, caller, id, input));
    this.changes.publish([id]);
    return secret;
  }

  async remove(caller: Caller, id: number): Promise<void> {
    requireSelfOrAdmin(caller, id);
    await this.dataSource.transaction(async (manager) => {
      await requireAnotherAdmin(manager, await this.find(manager, id));
      await manager.delete(User, { id });
    });
    this.changes.publish([id]);
  }

  /** As `update`, for the password alone. */
  async setPassword(caller: Caller, id: number, password: string): Promise<string | null> {
    requireSelfOrAdmin(caller, id);
    const secret = await this.dataSource.transaction(async (manager) => {
      const { external } = await this.find(manager, id);
      if (external) {
        throw badRequest('An external user has no password');
      }
      return this.passwords.apply(manager, id, password, ownSession(caller, id));
    });
    this.changes.publish([id]);
    return secret;
  }

  private async change(manager: EntityManager, caller: Caller, id: number, input: UserUpdate): Promise<string | null> {
    const stored = await this.find(manager, id);
    if (input.id !== undefined && input.id !== id) {
      throw badRequest('id: must be the id of the path');
    }
    requirePermittedChange(caller, stored, input);
    if (!input.admin) {
      await requireAnotherAdmin(manager, stored);
    }
    await requireDistinct(manager, input, id);
    const { name, username, email, alert, admin, pro } = input;
    await withUniqueUser(manager.update(User, { id }, { name, username, email, alert, admin, pro }));
    return input.password ? this.passwords.apply(manager, id, input.password, ownSession(caller, id)) : null;
  }

  private async find(manager: EntityManager, id: number): Promise<User> {
    const row = await manager.findOneBy(User, { id });
    if (!row) {
      throw notFound();
    }
    return row;
  }
}

/** The session that a caller who changes his own password keeps. */
const ownSession = (caller: Caller, id: number): string | null => (caller.userId === id ? caller.sessionId : null);

function view(caller: Caller, row: User): WireUser | MinimalUser {
  return caller.admin || caller.userId === row.id ? toUser(row) : toMinimalUser(row);
}
