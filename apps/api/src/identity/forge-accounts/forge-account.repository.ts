import { UserForgeAccount } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** The oldest first. */
export const findAccounts = (manager: EntityManager, userId: number): Promise<UserForgeAccount[]> =>
  manager.find(UserForgeAccount, { where: { userId }, order: { id: 'ASC' } });

/** Changes of one user's accounts wait for each other. */
export async function holdUser(manager: EntityManager, userId: number): Promise<void> {
  await manager.query('select 1 from "user" where id = $1 for no key update', [userId]);
}

export const findAccount = (
  manager: EntityManager,
  account: Pick<UserForgeAccount, 'id' | 'userId'>,
): Promise<UserForgeAccount | null> => manager.findOneBy(UserForgeAccount, account);

/** Stores an account; answers it as it is stored. */
export const insertAccount = (
  manager: EntityManager,
  account: Pick<UserForgeAccount, 'userId' | 'host' | 'account'>,
): Promise<UserForgeAccount> => manager.save(manager.create(UserForgeAccount, account));

export async function deleteAccount(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(UserForgeAccount, { id });
}
