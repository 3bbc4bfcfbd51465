import type { AttemptLease } from '@switchyard/contracts';
import { MAX_OFFERED_STATES } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';
import type { StoredBytes } from '../state/state-store.js';

/** The attempt whose tool could not save a state. */
export interface OfferingAttempt {
  attemptId: number;
  leaseId: string;
  taskId: number;
  projectId: number;
  /** Its state has been taken already. */
  isTaken: boolean;
}

/** The attempt, when this runner ran it under this lease, however long ago it ended. */
export async function findOfferingAttempt(
  manager: EntityManager,
  runnerId: number,
  { attempt, lease }: AttemptLease,
): Promise<OfferingAttempt | null> {
  const [row] = await manager.query<OfferingAttempt[]>(
    `select id as "attemptId", lease_id as "leaseId", task_id as "taskId", project_id as "projectId",
            state_offered is not null as "isTaken"
       from attempt where id = $1 and lease_id = $2 and runner_id = $3`,
    [attempt, lease, runnerId],
  );
  return row ?? null;
}

/** Whether the workspace has as many states that wait for a decision as it may have. */
export async function hasManyOffers(manager: EntityManager, inventoryId: number): Promise<boolean> {
  const [row] = await manager.query<{ n: number }[]>(
    'select count(*)::int as n from terraform_state where inventory_id = $1 and offered',
    [inventoryId],
  );
  return (row?.n ?? 0) >= MAX_OFFERED_STATES;
}

/** Stores the state of the attempt as one that waits for a decision. Answers false when another call has done so, or
 * when it is the current version, of which only the answer was lost. */
export async function insertOffer(
  manager: EntityManager,
  { attemptId, taskId, projectId }: OfferingAttempt,
  inventoryId: number,
  { blob, size, md5, facts }: StoredBytes,
): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `with taken as (
       update attempt set state_offered = now() where id = $1 and state_offered is null returning 1)
     insert into terraform_state (project_id, inventory_id, task_id, serial, lineage, md5, blob, size, current, offered)
       select $2::int, $3::int, $4::int, $5::bigint, $6, $7, $8, $9::int, false, true from taken
        where not exists (select from terraform_state s where s.inventory_id = $3 and s.current and s.md5 = $7)
       returning id`,
    [attemptId, projectId, inventoryId, taskId, facts.serial, facts.lineage, md5, blob.key, size],
  );
  return rows.length > 0;
}

/** A state that waits for a decision, and how it stands to the current version. */
export interface OfferRow {
  id: number;
  project_id: number;
  inventory_id: number;
  task_id: number | null;
  author: string | null;
  created: Date;
  serial: number;
  lineage: string;
  size: number;
  follows: boolean;
  current_serial: number | null;
  blob: string;
}

/**
 * It does not follow when the current version is of another lineage, has its serial or a later one, or came from somebody else after
 * its task had begun.
 */
const FOLLOWS = `
  (head.id is null or (head.lineage = s.lineage and head.serial < s.serial
    and (head.task_id is not distinct from s.task_id or task.started is null or head.created < task.started)))`;

/** States of a workspace that wait for a decision, newest first. @param id of one of them; `null` = all */
export function listOffers(manager: EntityManager, inventoryId: number, id: number | null): Promise<OfferRow[]> {
  return manager.query<OfferRow[]>(
    `select s.id, s.project_id, s.inventory_id, s.task_id, u.username as author, s.created, s.serial::float8 as serial, s.lineage,
            s.size, s.blob, ${FOLLOWS} as follows, head.serial::float8 as current_serial
       from terraform_state s
       left join terraform_state head on head.inventory_id = s.inventory_id and head.current
       left join task on task.id = s.task_id
       left join "user" u on u.id = task.user_id
      where s.inventory_id = $1 and s.offered and ($2::int is null or s.id = $2) order by s.id desc`,
    [inventoryId, id],
  );
}
