import type { EntityManager } from 'typeorm';

/** From here to {@link judgeSecretNames} a name may be used twice within this transaction. */
export async function deferSecretNames(manager: EntityManager): Promise<void> {
  await manager.query('set constraints environment_secret_name_key deferred');
}

/** @throws QueryFailedError when a name is used twice */
export async function judgeSecretNames(manager: EntityManager): Promise<void> {
  await manager.query('set constraints environment_secret_name_key immediate');
}
