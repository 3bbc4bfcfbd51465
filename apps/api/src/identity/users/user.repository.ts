import type { OwnRole } from '@switchyard/contracts';
import { Audit, Session, User, UserTotp } from '@switchyard/database';
import { type EntityManager, In } from 'typeorm';

export const findUser = (manager: EntityManager, id: number): Promise<User | null> => manager.findOneBy(User, { id });

/** A user who is known to be there. @throws when there is none */
export const getUser = (manager: EntityManager, id: number): Promise<User> => manager.findOneByOrFail(User, { id });

/** The user, locked until the transaction ends. */
export const lockUser = (manager: EntityManager, id: number): Promise<User | null> =>
  manager.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });

type ImportedRow = Pick<User, 'username' | 'name' | 'email' | 'alert' | 'admin' | 'external' | 'passwordHash'>;

/** By id. */
export const findUsers = (manager: EntityManager): Promise<User[]> => manager.find(User, { order: { id: 'ASC' } });

/** @throws the violated unique key when login or email is taken */
export const insertUser = (manager: EntityManager, fresh: Partial<User>): Promise<User> =>
  manager.save(manager.create(User, fresh));

/** The id of a new user; `null` when an account has the login or the email for either. */
export async function insertIfNew(manager: EntityManager, fresh: ImportedRow): Promise<number | null> {
  const { username, name, email, alert, admin, external, passwordHash } = fresh;
  const [row] = await manager.query<{ id: number }[]>(
    `insert into "user" (username, name, email, alert, admin, external, password_hash)
     select $1::text, $2::text, $3::text, $4::boolean, $5::boolean, $6::boolean, $7::text
      where not exists (select 1 from "user" where lower(username) in (lower($1), lower($3))
                                                or lower(email) in (lower($1), lower($3)))
         on conflict do nothing returning id`,
    [username, name, email, alert, admin, external, passwordHash],
  );
  return row?.id ?? null;
}

/** @throws as {@link insertUser} */
export async function updateUser(manager: EntityManager, id: number, changes: Partial<User>): Promise<void> {
  await manager.update(User, { id }, changes);
}

export async function deleteUser(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(User, { id });
}

export const hasAdmin = (manager: EntityManager): Promise<boolean> => manager.existsBy(User, { admin: true });

/** All administrators, locked until the transaction ends. */
export const lockAdmins = (manager: EntityManager): Promise<User[]> =>
  manager.find(User, { where: { admin: true }, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });

/** The authenticator of a user. */
export const findTotp = (manager: EntityManager, userId: number): Promise<UserTotp | null> =>
  manager.findOneBy(UserTotp, { userId });

export const findTotps = (manager: EntityManager, userIds: readonly number[]): Promise<UserTotp[]> =>
  manager.findBy(UserTotp, { userId: In(userIds) });

/** Whose authenticator goes: the one with this id, or with this recovery code; without either, whichever there is. */
export interface TotpOfUser {
  userId: number;
  id?: number;
  recoveryHash?: string;
}

/** False when there is no such authenticator. */
export async function deleteTotp(manager: EntityManager, which: TotpOfUser): Promise<boolean> {
  const { affected } = await manager.delete(UserTotp, which);
  return affected === 1;
}

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
    'update "user" set admin = true, admin_by_group = null where lower(username) = lower($1)',
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

/** Gives a session of a user another id, which is the hash of its secret. */
export async function renewSession(
  manager: EntityManager,
  { id, userId }: Pick<Session, 'id'> & { userId: number },
  newId: string,
): Promise<void> {
  await manager.update(Session, { id, userId }, { id: newId });
}

/** Whether the user has ever signed in: a sign-in leaves a session, and a record that outlives it. */
export async function hasSignedIn(manager: EntityManager, userId: number): Promise<boolean> {
  return (await manager.existsBy(Session, { userId })) || (await manager.existsBy(Audit, { userId, outcome: 'done' }));
}

/**
 * Names of the projects whose only owner is this user, at most 20. Their owners stay as they are until this transaction ends.
 */
export async function lockOnlyOwned(manager: EntityManager, userId: number): Promise<string[]> {
  const owned = `select p.id from project p join project_member m on m.project_id = p.id
     where m.user_id = $1 and m.role = 'owner' and p.deleting is null`;
  await manager.query(`select 1 from project where id in (${owned}) order by id for key share`, [userId]);
  const rows = await manager.query<{ project_id: number; user_id: number; name: string }[]>(
    `select m.project_id, m.user_id, p.name from project_member m join project p on p.id = m.project_id
      where m.role = 'owner' and m.project_id in (${owned}) order by m.project_id, m.user_id for update of m`,
    [userId],
  );
  const shared = new Set(rows.filter((row) => row.user_id !== userId).map((row) => row.project_id));
  return rows
    .filter((row) => !shared.has(row.project_id))
    .map(({ name }) => name)
    .slice(0, 20);
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
