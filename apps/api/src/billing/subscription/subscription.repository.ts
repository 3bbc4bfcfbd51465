import { User } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { findSetting } from '../../platform/infrastructure/setting.repository.js';

const SETTING = 'subscription.key';

/** The key that was activated last. */
export const findSubscriptionKey = (manager: EntityManager): Promise<string | null> => findSetting(manager, SETTING);

/** Keeps the key. False when it is the one that is kept: of people who activate it at once, one does. */
export async function keepSubscriptionKey(manager: EntityManager, key: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `insert into setting (key, value) values ($1, $2)
     on conflict (key) do update set value = excluded.value where setting.value <> excluded.value
     returning key`,
    [SETTING, key],
  );
  return rows.length === 1;
}

/** Until the transaction ends, nobody else takes a seat. */
export async function lockSeats(manager: EntityManager): Promise<void> {
  await manager.query('select 1 from setting where key = $1 for update', [SETTING]);
}

/** Pro users. */
export const countSeatsTaken = (manager: EntityManager): Promise<number> => manager.countBy(User, { pro: true });
