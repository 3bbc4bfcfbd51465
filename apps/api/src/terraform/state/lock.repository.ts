import type { TerraformLockInfo } from '@switchyard/contracts';
import { attemptAlive, attemptUnsettled } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** Who takes or gives back a lock: an attempt, or somebody by an alias. */
export interface LockHolder {
  attemptId: number | null;
  aliasId: number | null;
}

/** Whether it is the holder of the lock. */
export const isHeldBy = (lock: LockHolder, { attemptId, aliasId }: LockHolder): boolean =>
  lock.attemptId === attemptId && lock.aliasId === aliasId;

/** A lock that counts. */
export interface LivingLock extends LockHolder {
  lockId: string;
  info: TerraformLockInfo;
  created: Date;
  taskId: number | null;
  /** Name of the runner of the attempt; `null` = it is none, or the runner is deleted. */
  runner: string | null;
  /** Since when the attempt is lost and its tool may still be at work; `null` = it is not. */
  lost: Date | null;
}

/**
 * That of an attempt counts as long as the attempt is alive, so the end of a task frees it without any further step. Only that
 * of an attempt whose end did not come from its runner counts on: the tool may still be at work.
 */
export const LIVING_LOCK = `(l.attempt_id is null or exists (
  select 1 from attempt a where a.id = l.attempt_id and a.settled is null and (${attemptAlive('a')} or ${attemptUnsettled('a')})))`;

/** Members of a {@link LivingLock}. */
export const LOCK_MEMBERS = `l.lock_id as "lockId", l.info, l.created, l.attempt_id as "attemptId", l.alias_id as "aliasId",
  (select a.task_id from attempt a where a.id = l.attempt_id) as "taskId",
  (select r.name from attempt a join runner r on r.id = a.runner_id where a.id = l.attempt_id) as runner,
  (select a.ended from attempt a where a.id = l.attempt_id and ${attemptUnsettled('a')}) as lost`;
/** The same holder asks again: its first answer may be lost. */
const OWN = `(l.lock_id = $2 and l.attempt_id is not distinct from $4 and l.alias_id is not distinct from $5)`;

/** A try to take the lock: whether it was taken, and who held it when the try began. */
export interface LockTry {
  isTaken: boolean;
  /** `null` also when the holder took it while the try was under way. */
  holder: LivingLock | null;
}

type TryRow = { isTaken: boolean } & (LivingLock | Record<keyof LivingLock, null>);

/**
 * Takes the lock in one statement: it is free, its attempt is over, or the same holder asks again with the same id. It
 * waits for a write that is being decided (`holdWorkspace`), so that none comes in once the lock was given. A try that
 * finds another holder writes and waits for nothing.
 */
export async function takeLock(
  manager: EntityManager,
  inventoryId: number,
  info: TerraformLockInfo,
  { attemptId, aliasId }: LockHolder,
): Promise<LockTry> {
  const [row] = await manager.query<TryRow[]>(
    `with holder as (
       select ${LOCK_MEMBERS} from terraform_lock l where l.inventory_id = $1 and ${LIVING_LOCK} and not ${OWN}
     ), taken as (
       insert into terraform_lock as l (inventory_id, lock_id, info, attempt_id, alias_id)
         select id, $2::text, $3::jsonb, $4::int, $5::int from inventory
          where id = $1 and not exists (select from holder) for share
       on conflict (inventory_id) do update
         set lock_id = excluded.lock_id, info = excluded.info, attempt_id = excluded.attempt_id,
             alias_id = excluded.alias_id, created = now()
         where not ${LIVING_LOCK} or ${OWN}
       returning 1)
     select exists (select from taken) as "isTaken", holder.* from (values (1)) one left join holder on true`,
    [inventoryId, info.ID, JSON.stringify(info), attemptId, aliasId],
  );
  return { isTaken: row?.isTaken ?? false, holder: row && row.lockId !== null ? row : null };
}

export async function findLock(manager: EntityManager, inventoryId: number): Promise<LivingLock | null> {
  const [row] = await manager.query<LivingLock[]>(
    `select ${LOCK_MEMBERS} from terraform_lock l where l.inventory_id = $1 and ${LIVING_LOCK}`,
    [inventoryId],
  );
  return row ?? null;
}

/** Frees whatever lock there is. @returns whether there was one */
export async function releaseAnyLock(manager: EntityManager, inventoryId: number): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>('delete from terraform_lock where inventory_id = $1', [
    inventoryId,
  ]);
  return count > 0;
}

/**
 * Frees the lock that an attempt or an alias took: each its own, an alias also that of one that was deleted.
 * @param lockId `null` = whatever its id is
 * @returns whether there was one
 */
export async function releaseLock(
  manager: EntityManager,
  inventoryId: number,
  { attemptId, aliasId }: LockHolder,
  lockId: string | null,
): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>(
    `delete from terraform_lock where inventory_id = $1
        and attempt_id is not distinct from $2::int and (alias_id is null or alias_id = $4::int)
        and ($3::text is null or lock_id = $3)`,
    [inventoryId, attemptId, lockId, aliasId],
  );
  return count > 0;
}

/** Lock as others read it. One that outlives its task is described as such, because it ends by itself only when the runner answers. */
export function lockInfo({ info, lost, runner }: LivingLock): TerraformLockInfo {
  if (!lost) {
    return info;
  }
  const silent =
    runner === null ? 'its runner is deleted' : `its runner "${runner}" has not reported that the tool has ended`;
  return { ...info, Who: `${info.Who}; the task ended at ${lost.toISOString()}, but ${silent}` };
}
