import { User } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** Whether somebody else signs in with this login as an email, or with this email as a login. @param id of the user */
export async function isNameOfAnother(
  manager: EntityManager,
  { username, email }: Pick<User, 'username' | 'email'>,
  id: number,
): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `select 1 from "user" where id <> $3 and (lower(email) = $1 or username = lower($2)) limit 1`,
    [username, email, id],
  );
  return rows.length > 0;
}

/** Ends the sessions of a user but for one. @param keptId `null` = all of them */
export async function endSessions(manager: EntityManager, userId: number, keptId: string | null): Promise<void> {
  await manager.query('delete from session where user_id = $1 and id is distinct from $2', [userId, keptId]);
}

/** Which users a search finds: `''` all; emails by a part of them or only as a whole. */
export interface UserFilter {
  needle: string;
  partsOfEmails: boolean;
  limit: number;
}

/** By name. */
export function searchUsers(manager: EntityManager, { needle, partsOfEmails, limit }: UserFilter): Promise<User[]> {
  const query = manager.createQueryBuilder(User, 'u').orderBy('lower(u.name)').addOrderBy('u.id');
  if (needle !== '') {
    const email = partsOfEmails ? 'u.email ilike :part' : 'lower(u.email) = lower(:needle)';
    query.where(`u.name ilike :part or u.username ilike :part or ${email}`, { part: `%${literal(needle)}%`, needle });
  }
  return query.limit(limit).getMany();
}

/** The text as a LIKE pattern that stands for itself. */
const literal = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
