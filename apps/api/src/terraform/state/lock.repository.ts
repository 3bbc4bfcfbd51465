import type { TerraformLockInfo } from '@switchyard/contracts';
import { attemptAlive } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** Who takes or gives back a lock: an attempt, or somebody by an alias. */
export interface LockHolder {
  attemptId: number | null;
  aliasId: number | null;
}

/** A lock that counts. */
export interface LivingLock extends LockHolder {
  lockId: string;
  info: TerraformLockInfo;
  created: Date;
  taskId: number | null;
}

/** That of an attempt counts as long as the attempt is alive, so the end of a task frees it without any further step. */
const LIVING = `(l.attempt_id is null or exists (
  select 1 from attempt a where a.id = l.attempt_id and ${attemptAlive('a')}))`;

/**
 * Takes the lock in one statement: it is free, its attempt is over, or the same holder asks again with the same id. It
 * waits for a write that is being decided (`holdWorkspace`), so that none comes in once the lock was given.
 * @returns whether it was taken
 */
export async function takeLock(
  manager: EntityManager,
  inventoryId: number,
  info: TerraformLockInfo,
  { attemptId, aliasId }: LockHolder,
): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `insert into terraform_lock as l (inventory_id, lock_id, info, attempt_id, alias_id)
       select id, $2::text, $3::jsonb, $4::int, $5::int from inventory where id = $1 for share
     on conflict (inventory_id) do update
       set lock_id = excluded.lock_id, info = excluded.info, attempt_id = excluded.attempt_id,
           alias_id = excluded.alias_id, created = now()
       where not ${LIVING} or (l.lock_id = excluded.lock_id
         and l.attempt_id is not distinct from excluded.attempt_id and l.alias_id is not distinct from excluded.alias_id)
     returning 1`,
    [inventoryId, info.ID, JSON.stringify(info), attemptId, aliasId],
  );
  return rows.length > 0;
}

export async function findLock(manager: EntityManager, inventoryId: number): Promise<LivingLock | null> {
  const [row] = await manager.query<LivingLock[]>(
    `select l.lock_id as "lockId", l.info, l.created, l.attempt_id as "attemptId", l.alias_id as "aliasId",
            attempt.task_id as "taskId"
       from terraform_lock l left join attempt on attempt.id = l.attempt_id
      where l.inventory_id = $1 and ${LIVING}`,
    [inventoryId],
  );
  return row ?? null;
}

/**
 * Frees the lock.
 * @param which its id, or what holds it; `null` = whatever lock is there
 * @returns whether there was one
 */
export async function releaseLock(
  manager: EntityManager,
  inventoryId: number,
  which: { lockId: string } | { attemptId: number } | null,
): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>(
    `delete from terraform_lock where inventory_id = $1
        and ($2::text is null or lock_id = $2) and ($3::int is null or attempt_id = $3)`,
    [
      inventoryId,
      which && 'lockId' in which ? which.lockId : null,
      which && 'attemptId' in which ? which.attemptId : null,
    ],
  );
  return count > 0;
}
