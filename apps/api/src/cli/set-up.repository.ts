import type { EntityManager } from 'typeorm';

/** The number means nothing. */
const LOCK = 727_273;

/** Waits until no other set-up makes an administrator, and keeps others waiting until the transaction ends. */
export async function lockSetUp(manager: EntityManager): Promise<void> {
  await manager.query('select pg_advisory_xact_lock($1)', [LOCK]);
}

/** Switches off the global runners of this prefix and a number but for those named. */
export async function disableOtherRunners(
  manager: EntityManager,
  prefix: string,
  names: readonly string[],
): Promise<void> {
  await manager.query(
    `update runner set active = false
      where active and project_id is null and name ~ ('^' || $2 || '[0-9]+$') and name <> all ($1)`,
    [names, prefix],
  );
}
