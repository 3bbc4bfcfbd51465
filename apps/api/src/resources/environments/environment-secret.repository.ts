import { EnvironmentSecret } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** By id. */
export const listSecrets = (manager: EntityManager, environmentId: number): Promise<EnvironmentSecret[]> =>
  manager.find(EnvironmentSecret, { where: { environmentId }, order: { id: 'ASC' } });

export const findSecret = (
  manager: EntityManager,
  environmentId: number,
  id: number,
): Promise<EnvironmentSecret | null> => manager.findOneBy(EnvironmentSecret, { id, environmentId });

export const insertSecret = (
  manager: EntityManager,
  fresh: Omit<EnvironmentSecret, 'id'>,
): Promise<EnvironmentSecret> => manager.save(manager.create(EnvironmentSecret, fresh));

export async function updateSecret(
  manager: EntityManager,
  id: number,
  changes: Partial<EnvironmentSecret>,
): Promise<void> {
  await manager.update(EnvironmentSecret, { id }, changes);
}

export async function deleteSecret(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(EnvironmentSecret, { id });
}

/** From here to {@link judgeSecretNames} a name may be used twice within this transaction. */
export async function deferSecretNames(manager: EntityManager): Promise<void> {
  await manager.query('set constraints environment_secret_name_key deferred');
}

/** @throws QueryFailedError when a name is used twice */
export async function judgeSecretNames(manager: EntityManager): Promise<void> {
  await manager.query('set constraints environment_secret_name_key immediate');
}
