import type { EntityManager } from 'typeorm';

export async function findSetting(manager: Pick<EntityManager, 'query'>, key: string): Promise<string | null> {
  const [row] = await manager.query<{ value: string }[]>('select value from setting where key = $1', [key]);
  return row?.value ?? null;
}

/** Values by their keys, of all keys that begin so. */
export async function findSettings(manager: EntityManager, prefix: string): Promise<ReadonlyMap<string, string>> {
  const rows = await manager.query<{ key: string; value: string }[]>(
    'select key, value from setting where starts_with(key, $1) order by key',
    [prefix],
  );
  return new Map(rows.map(({ key, value }) => [key, value]));
}

export async function saveSetting(manager: EntityManager, key: string, value: string): Promise<void> {
  await manager.query(
    'insert into setting (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, value],
  );
}

/** Stores the value unless there is one already: of several processes the first one counts. */
export async function addSetting(manager: EntityManager, key: string, value: string): Promise<void> {
  await manager.query('insert into setting (key, value) values ($1, $2) on conflict (key) do nothing', [key, value]);
}
