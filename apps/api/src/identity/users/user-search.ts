import { Injectable } from '@nestjs/common';
import { MIN_USER_SEARCH, type MinimalUser, type User as WireUser } from '@switchyard/contracts';
import type { User } from '@switchyard/database';
import { DataSource } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';
import { sorted } from '../../platform/http/list-query.js';
import { findTotps, searchUsers } from './user.repository.js';
import { toMinimalUser, toUser } from './user.mapper.js';

/** Most users of one answer: for administrators, for other people, and for their searches. */
const MAX_FOR_ADMIN = 10_000;
const MAX_FOR_OTHERS = 1_000;
const MAX_FOUND = 50;

/** Finds accounts. */
@Injectable()
export class UserSearch {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * By name, and only those that match `search`. An administrator finds parts of an email as well; other people only a
   * whole one, so that nobody's address can be guessed letter by letter, and they see logins and names alone. With fewer
   * than {@link MIN_USER_SEARCH} characters they find whole names and logins, which may be as short as that.
   */
  async list(caller: Caller, search = ''): Promise<(WireUser | MinimalUser)[]> {
    const needle = search.trim();
    const rows = await this.find(caller, needle);
    const found = sorted(rows, {}, { name: (user) => user.name });
    return caller.admin ? this.withTotps(found) : found.map(toMinimalUser);
  }

  private async withTotps(users: User[]): Promise<WireUser[]> {
    const totps = await findTotps(
      this.dataSource.manager,
      users.map(({ id }) => id),
    );
    const byUser = new Map(totps.map((totp) => [totp.userId, totp]));
    return users.map((user) => toUser(user, byUser.get(user.id)));
  }

  private find({ admin }: Caller, needle: string): Promise<User[]> {
    const others = needle === '' ? MAX_FOR_OTHERS : MAX_FOUND;
    const limit = admin ? MAX_FOR_ADMIN : others;
    const partsOfNames = admin || [...needle].length >= MIN_USER_SEARCH;
    return searchUsers(this.dataSource.manager, { needle, partsOfNames, partsOfEmails: admin, limit });
  }
}
