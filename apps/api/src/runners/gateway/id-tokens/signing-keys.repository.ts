import { IdTokenKey } from '@switchyard/database';
import { type EntityManager, In } from 'typeorm';
import { findSetting, saveSetting } from '../../../platform/infrastructure/setting.repository.js';

/** The number means nothing. */
const LOCK = 727_281;
const ROTATION = 'id_token_rotation';

/** Every key, and when somebody last asked for another one; `null` = nobody did. */
export interface StoredKeys {
  keys: IdTokenKey[];
  rotation: Date | null;
}

export async function findSigningKeys(manager: EntityManager): Promise<StoredKeys> {
  const keys = await manager.find(IdTokenKey, { order: { signsFrom: 'ASC', id: 'ASC' } });
  const rotation = await findSetting(manager, ROTATION);
  return { keys, rotation: rotation === null ? null : new Date(rotation) };
}

/** Waits until no other process makes a key, and keeps others waiting until the transaction ends. */
export async function lockSigningKeys(manager: EntityManager): Promise<void> {
  await manager.query('select pg_advisory_xact_lock($1)', [LOCK]);
}

export async function addSigningKey(manager: EntityManager, key: IdTokenKey): Promise<void> {
  await manager.insert(IdTokenKey, key);
}

export async function removeSigningKeys(manager: EntityManager, keys: readonly IdTokenKey[]): Promise<void> {
  await manager.delete(IdTokenKey, { id: In(keys.map(({ id }) => id)) });
}

/** Asks for another key. */
export const askForRotation = (manager: EntityManager, now: Date): Promise<void> =>
  saveSetting(manager, ROTATION, now.toISOString());

/** Withdraws every key: what they signed is refused. @returns how many there were */
export async function revokeSigningKeys(manager: EntityManager): Promise<number> {
  await lockSigningKeys(manager);
  const { affected } = await manager.createQueryBuilder().delete().from(IdTokenKey).execute();
  return affected ?? 0;
}
