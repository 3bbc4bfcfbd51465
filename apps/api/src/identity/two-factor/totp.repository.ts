import { PendingTotp, UserTotp } from '@switchyard/database';
import { type EntityManager, Raw } from 'typeorm';

/** The authenticator of a user who is known to have one. @throws when there is none */
export const getTotp = (manager: EntityManager, userId: number): Promise<UserTotp> =>
  manager.findOneByOrFail(UserTotp, { userId });

type NewTotp = Pick<UserTotp, 'userId' | 'secretEncrypted' | 'recoveryHash' | 'lastStep'>;

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

/** Stores an authenticator that waits for its first code, in the place of an earlier one. */
export async function replacePending(
  manager: EntityManager,
  { userId, secretEncrypted }: Pick<PendingTotp, 'userId' | 'secretEncrypted'>,
): Promise<PendingTotp> {
  await manager.query(
    `insert into pending_totp (user_id, secret_encrypted) values ($1, $2)
         on conflict (user_id) do update set id = default, created = now(), secret_encrypted = excluded.secret_encrypted`,
    [userId, secretEncrypted],
  );
  return manager.findOneByOrFail(PendingTotp, { userId });
}

/** The one with this id that still waits for its first code, which has to come within a quarter of an hour. */
export const findPending = (manager: EntityManager, userId: number, id: number): Promise<PendingTotp | null> =>
  manager.findOneBy(PendingTotp, { userId, id, created: Raw((column) => `${column} > now() - interval '15 minutes'`) });

/** False when it is not there any more. */
export async function removePending(manager: EntityManager, id: number): Promise<boolean> {
  const { affected } = await manager.delete(PendingTotp, { id });
  return affected === 1;
}
