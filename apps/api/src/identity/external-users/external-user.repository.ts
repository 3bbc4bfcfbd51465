import { User, UserIdentity } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** The user whom a provider knows by this subject. */
export const findIdentity = (manager: EntityManager, provider: string, subject: string): Promise<UserIdentity | null> =>
  manager.findOneBy(UserIdentity, { provider, subject });

export const hasIdentity = (manager: EntityManager, userId: number): Promise<boolean> =>
  manager.existsBy(UserIdentity, { userId });

export async function insertIdentity(
  manager: EntityManager,
  identity: Pick<UserIdentity, 'provider' | 'subject' | 'userId'>,
): Promise<void> {
  await manager.insert(UserIdentity, identity);
}

/** Users who sign in with this email or, given one, this login; locked, by id. Both in lower case. */
export function lockHolders(manager: EntityManager, address: string, login: string | null): Promise<User[]> {
  return manager
    .createQueryBuilder(User, 'u')
    .setLock('pessimistic_write')
    .where('lower(u.email) = :address or lower(u.username) in (:address, :login)', { address, login: login ?? address })
    .orderBy('u.id')
    .getMany();
}

/** Whether somebody signs in with this login or email. @param name in lower case */
export async function isNameTaken(manager: EntityManager, name: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>('select 1 from "user" where lower(username) = $1 or lower(email) = $1', [
    name,
  ]);
  return rows.length > 0;
}

/** Its provider was asked for the person now. */
export async function touchIdentity(
  manager: EntityManager,
  { provider, subject }: Pick<UserIdentity, 'provider' | 'subject'>,
): Promise<void> {
  await manager.update(UserIdentity, { provider, subject }, { checked: () => 'now()' });
}

/** A person whom the directory is to be asked for. */
export interface DueIdentity {
  subject: string;
  userId: number;
  /** Whether the directory did not have the person the last time. */
  left: boolean;
}

/**
 * Takes those whom the directory was not asked for in so many minutes and who have a session or a token, the longest first. What
 * one process takes, no other does.
 */
export async function claimDueIdentities(
  manager: EntityManager,
  minutes: number,
  limit: number,
): Promise<DueIdentity[]> {
  const [rows] = await manager.query<[DueIdentity[], number]>(
    `update user_identity set checked = now()
      where (provider, subject) in (
        select i.provider, i.subject from user_identity i
         where i.provider = 'ldap' and i.checked < now() - make_interval(mins => $1)
           and (exists (select 1 from session s where s.user_id = i.user_id)
             or exists (select 1 from api_token t where t.user_id = i.user_id and not t.expired))
         order by i.checked limit $2 for update of i skip locked)
     returning subject, user_id as "userId",
               (select u.left_directory is not null from "user" u where u.id = user_id) as left`,
    [minutes, limit],
  );
  return rows;
}

/** They are due again, as the directory gave no answer. */
export async function releaseIdentities(manager: EntityManager, subjects: readonly string[]): Promise<void> {
  await manager.query(`update user_identity set checked = '-infinity' where provider = 'ldap' and subject = any($1)`, [
    subjects,
  ]);
}
