import { App, Template } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** Settings of apps, by id. */
export const listApps = (manager: EntityManager): Promise<App[]> => manager.find(App, { order: { id: 'ASC' } });

/** Programs of all apps that were set, by id: read every second while runners poll. */
export const listPrograms = (manager: EntityManager): Promise<Pick<App, 'id' | 'path'>[]> =>
  manager.query<Pick<App, 'id' | 'path'>[]>('select id, path from app order by id', []);

export const findApp = (manager: EntityManager, id: string): Promise<App | null> => manager.findOneBy(App, { id });

/** The app, locked until the transaction ends. */
export const lockApp = (manager: EntityManager, id: string): Promise<App | null> =>
  manager.findOne(App, { where: { id }, lock: { mode: 'pessimistic_write' } });

export const countApps = (manager: EntityManager): Promise<number> => manager.count(App);

/** @throws the violated unique key when there is an app with this id */
export async function insertApp(manager: EntityManager, app: App): Promise<void> {
  await manager.insert(App, app);
}

/** Members that are left out stay as they are, or get their defaults. */
export async function saveApp(manager: EntityManager, app: Pick<App, 'id'> & Partial<App>): Promise<void> {
  await manager.upsert(App, app, ['id']);
}

export async function deleteApp(manager: EntityManager, id: string): Promise<void> {
  await manager.delete(App, { id });
}

/** How many templates run the app. */
export const countTemplatesOf = (manager: EntityManager, id: string): Promise<number> =>
  manager.countBy(Template, { app: id });

/** The version that the runner reported which was seen last; `''` when none has Ansible. */
export async function findAnsibleVersion(manager: EntityManager): Promise<string> {
  const [row] = await manager.query<{ version: string }[]>(
    `select app ->> 'version' as version from runner, jsonb_array_elements(apps) app
      where active and app ->> 'id' = 'ansible' order by touched desc nulls last limit 1`,
  );
  return row?.version ?? '';
}
