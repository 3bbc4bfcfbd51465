import { User } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

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
