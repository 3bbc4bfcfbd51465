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
