import { WorkspaceDrift } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import type { StateChanges } from './state-changes.js';

/** The version that the backend answers. */
export interface CurrentState {
  id: number;
  serial: number;
  lineage: string;
  md5: string;
  size: number;
  blob: string;
}

/** Members of a {@link CurrentState}. */
export const CURRENT_MEMBERS = 's.id, s.serial::float8 as serial, s.lineage, s.md5, s.size, s.blob';

/** A version that is to be stored. */
export interface NewState {
  projectId: number;
  inventoryId: number;
  taskId: number | null;
  userId: number | null;
  serial: number;
  lineage: string;
  md5: string;
  /** Bytes. */
  size: number;
  /** Key of the blob. */
  blob: string;
  /** Sealed hashes of its resources. */
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
  /** It waits for a decision and is no version yet. */
  offered: boolean;
}

/** The workspace whose state is meant. */
interface WorkspaceRef {
  projectId: number;
  inventoryId: number;
}

/**
 * Keeps the project, as `holdProject` does, and lets one write after the other happen to the state of the workspace.
 * Answers whether both are there.
 */
export async function holdWorkspace(
  manager: EntityManager,
  { projectId, inventoryId }: WorkspaceRef,
): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `with held as materialized (select id from project where id = $1 and deleting is null for key share)
     select 1 from held join inventory i on i.project_id = held.id where i.id = $2 for no key update of i`,
    [projectId, inventoryId],
  );
  return rows.length > 0;
}

export async function findCurrent(manager: EntityManager, inventoryId: number): Promise<CurrentState | null> {
  const [row] = await manager.query<CurrentState[]>(
    `select ${CURRENT_MEMBERS} from terraform_state s where s.inventory_id = $1 and s.current`,
    [inventoryId],
  );
  return row ?? null;
}

/** The sealed hashes of the resources of a version; only the current one has them. */
export async function findResources(manager: EntityManager, id: number): Promise<string | null> {
  const [row] = await manager.query<{ resources: string | null }[]>(
    'select resources from terraform_state where id = $1',
    [id],
  );
  return row?.resources ?? null;
}

/** The workspace has no state afterwards; its versions stay. */
export async function clearCurrent(manager: EntityManager, inventoryId: number): Promise<void> {
  await manager.query(
    'update terraform_state set current = false, resources = null where inventory_id = $1 and current',
    [inventoryId],
  );
}

/** Stores a version as the current one. */
export async function insertState(manager: EntityManager, state: NewState): Promise<void> {
  const { changes } = state;
  await manager.query(
    `with before as (
       update terraform_state set current = false, resources = null where inventory_id = $2 and current returning 1
     )
     insert into terraform_state (project_id, inventory_id, task_id, user_id, serial, lineage, md5, blob, size, resources,
                                  added, changed, removed)
       select $1::int, $2::int, $3::int, $4::int, $5::bigint, $6, $7, $8, $9::int, $10, $11::int, $12::int, $13::int
         from (select count(*) from before) replaced`,
    [
      state.projectId,
      state.inventoryId,
      state.taskId,
      state.userId,
      state.serial,
      state.lineage,
      state.md5,
      state.blob,
      state.size,
      state.resources,
      ...[changes?.added, changes?.changed, changes?.removed].map((count) => count ?? null),
    ],
  );
}

const LISTED = `
  select s.id, s.project_id, s.inventory_id, s.task_id, coalesce(restored.username, started.username) as author, s.created,
         s.serial::float8 as serial, s.lineage, s.size, s.current, s.added, s.changed, s.removed, s.blob, s.offered
    from terraform_state s
    left join "user" restored on restored.id = s.user_id
    left join task on task.id = s.task_id
    left join "user" started on started.id = task.user_id`;

/** Versions of a workspace, newest first. */
export function listStates(manager: EntityManager, inventoryId: number): Promise<ListedState[]> {
  return manager.query(`${LISTED} where s.inventory_id = $1 and not s.offered order by s.id desc`, [inventoryId]);
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
    `${LISTED} where s.inventory_id = $1 and s.id < $2 and not s.offered order by s.id desc limit 1`,
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

/** Facts about the workspaces of a template, by workspace. */
export const findDrifts = (manager: EntityManager, templateId: number): Promise<WorkspaceDrift[]> =>
  manager.find(WorkspaceDrift, { where: { templateId }, order: { inventoryId: 'ASC' } });
