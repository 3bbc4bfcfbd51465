import { UserTotp } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

export type NewTotp = Pick<UserTotp, 'userId' | 'secretEncrypted' | 'recoveryHash'>;

/** False when the user has an authenticator already. */
export async function insertTotp(manager: EntityManager, row: NewTotp): Promise<boolean> {
  const { raw } = await manager
    .createQueryBuilder()
    .insert()
    .into(UserTotp)
    .values({ ...row })
    .orIgnore()
    .execute();
  return !Array.isArray(raw) || raw.length > 0;
}

/** Uses up the codes of a time step and of those before it; false when they are used up already. */
export async function useStep(manager: EntityManager, totpId: number, step: number): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>(
    'update user_totp set last_step = $2 where id = $1 and last_step < $2',
    [totpId, step],
  );
  return count > 0;
}
