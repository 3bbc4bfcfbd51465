import type { OwnRole } from '@switchyard/contracts';
import { User } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** Whether somebody else signs in with this login as an email, or with this email as a login. @param id of the user */
export async function isNameOfAnother(
  manager: EntityManager,
  { username, email }: Pick<User, 'username' | 'email'>,
  id: number,
): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `select 1 from "user" where id <> $3 and (lower(email) = lower($1) or lower(username) = lower($2)) limit 1`,
    [username, email, id],
  );
  return rows.length > 0;
}

/** @param login in any case */
export function findByLogin(manager: EntityManager, login: string): Promise<User | null> {
  return manager
    .createQueryBuilder(User, 'u')
    .where('lower(u.username) = lower(:login)', { login: login.trim() })
    .getOne();
}

/** Makes the user with this login an administrator; false when there is none. @param login in any case */
export async function promoteByLogin(manager: EntityManager, login: string): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>(
    'update "user" set admin = true where lower(username) = lower($1)',
    [login],
  );
  return count > 0;
}

/** The role of a user in every project that has him, by project id. */
export function findRoles(manager: EntityManager, userId: number): Promise<OwnRole[]> {
  return manager.query<OwnRole[]>(
    `select m.project_id, m.role from project_member m join project p on p.id = m.project_id and p.deleting is null
      where m.user_id = $1 order by m.project_id`,
    [userId],
  );
}

/** Ends the sessions of a user but for one. @param keptId `null` = all of them */
export async function endSessions(manager: EntityManager, userId: number, keptId: string | null): Promise<void> {
  await manager.query('delete from session where user_id = $1 and id is distinct from $2', [userId, keptId]);
}

/** Which users a search finds: `''` all; names with logins, and emails, by a part of them or only as a whole. */
export interface UserFilter {
  needle: string;
  partsOfNames: boolean;
  partsOfEmails: boolean;
  limit: number;
}

/** By name. */
export function searchUsers(manager: EntityManager, filter: UserFilter): Promise<User[]> {
  const { needle, partsOfNames, partsOfEmails, limit } = filter;
  const query = manager.createQueryBuilder(User, 'u').orderBy('lower(u.name)').addOrderBy('u.id');
  if (needle !== '') {
    const matches = (column: string, parts: boolean): string =>
      parts ? `${column} ilike :part` : `lower(${column}) = lower(:needle)`;
    const conditions = [
      matches('u.name', partsOfNames),
      matches('u.username', partsOfNames),
      matches('u.email', partsOfEmails),
    ];
    query.where(conditions.join(' or '), { part: `%${literal(needle)}%`, needle });
  }
  return query.limit(limit).getMany();
}

/** The text as a LIKE pattern that stands for itself. */
const literal = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
