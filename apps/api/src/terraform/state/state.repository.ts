import type { EntityManager } from 'typeorm';
import type { BlobReference } from '@switchyard/server';
import type { StateChanges } from './state-changes.js';

/** The version that the backend answers. */
export interface CurrentState {
  id: number;
  serial: number;
  lineage: string;
  md5: string;
  size: number;
  blob: string;
  /** Sealed hashes of its resources. */
  resources: string | null;
}

/** A version that is to be stored. */
export interface NewState {
  projectId: number;
  inventoryId: number;
  taskId: number | null;
  userId: number | null;
  serial: number;
  lineage: string;
  md5: string;
  blob: BlobReference;
  resources: string | null;
  changes: StateChanges | null;
}

/** A version as lists show it. */
export interface ListedState {
  id: number;
  project_id: number;
  inventory_id: number;
  task_id: number | null;
  author: string | null;
  created: Date;
  serial: number;
  lineage: string;
  size: number;
  current: boolean;
  added: number | null;
  changed: number | null;
  removed: number | null;
  blob: string;
}

/** Lets one write after the other happen to the state of the workspace. Answers whether it is there. */
export async function holdWorkspace(manager: EntityManager, inventoryId: number): Promise<boolean> {
  const rows = await manager.query<unknown[]>('select 1 from inventory where id = $1 for no key update', [inventoryId]);
  return rows.length > 0;
}

export async function findCurrent(manager: EntityManager, inventoryId: number): Promise<CurrentState | null> {
  const [row] = await manager.query<CurrentState[]>(
    `select id, serial::float8 as serial, lineage, md5, size, blob, resources
       from terraform_state where inventory_id = $1 and current`,
    [inventoryId],
  );
  return row ?? null;
}

/** The workspace has no state afterwards; its versions stay. */
export async function clearCurrent(manager: EntityManager, inventoryId: number): Promise<void> {
  await manager.query(
    'update terraform_state set current = false, resources = null where inventory_id = $1 and current',
    [inventoryId],
  );
}

/** Stores a version as the current one. Answers its id. */
export async function insertState(manager: EntityManager, state: NewState): Promise<number> {
  await clearCurrent(manager, state.inventoryId);
  const { blob, changes } = state;
  const [row] = await manager.query<{ id: number }[]>(
    `insert into terraform_state (project_id, inventory_id, task_id, user_id, serial, lineage, md5, blob, size, resources,
                                  added, changed, removed)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id`,
    [
      ...[state.projectId, state.inventoryId, state.taskId, state.userId, state.serial, state.lineage, state.md5],
      ...[blob.key, blob.size, state.resources],
      ...[changes?.added, changes?.changed, changes?.removed].map((count) => count ?? null),
    ],
  );
  return row?.id ?? 0;
}

const LISTED = `
  select s.id, s.project_id, s.inventory_id, s.task_id, coalesce(restored.username, started.username) as author, s.created,
         s.serial::float8 as serial, s.lineage, s.size, s.current, s.added, s.changed, s.removed, s.blob
    from terraform_state s
    left join "user" restored on restored.id = s.user_id
    left join task on task.id = s.task_id
    left join "user" started on started.id = task.user_id`;

/** Versions of a workspace, newest first. */
export function listStates(manager: EntityManager, inventoryId: number): Promise<ListedState[]> {
  return manager.query(`${LISTED} where s.inventory_id = $1 order by s.id desc`, [inventoryId]);
}

/** @param id `null` = the current one */
export async function findState(
  manager: EntityManager,
  inventoryId: number,
  id: number | null,
): Promise<ListedState | null> {
  const which = id === null ? 's.current' : 's.id = $2';
  const [row] = await manager.query<ListedState[]>(
    `${LISTED} where s.inventory_id = $1 and ${which}`,
    id === null ? [inventoryId] : [inventoryId, id],
  );
  return row ?? null;
}

/** The version that was stored before this one. */
export async function findBefore(
  manager: EntityManager,
  { id, inventory_id: inventoryId }: ListedState,
): Promise<ListedState | null> {
  const [row] = await manager.query<ListedState[]>(
    `${LISTED} where s.inventory_id = $1 and s.id < $2 order by s.id desc limit 1`,
    [inventoryId, id],
  );
  return row ?? null;
}

/** Removes a version that is not the current one. Answers whether it did. */
export async function deleteState(manager: EntityManager, id: number): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>(
    'delete from terraform_state where id = $1 and not current',
    [id],
  );
  return count > 0;
}
