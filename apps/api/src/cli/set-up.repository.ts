import { Runner } from '@switchyard/database';
import { type EntityManager, IsNull } from 'typeorm';

/** The number means nothing. */
const LOCK = 727_273;

/** Waits until no other set-up makes an administrator, and keeps others waiting until the transaction ends. */
export async function lockSetUp(manager: EntityManager): Promise<void> {
  await manager.query('select pg_advisory_xact_lock($1)', [LOCK]);
}

/** Identity of a runner. */
type RunnerIdentity = Pick<Runner, 'tokenHash' | 'publicKey'>;

/** Switches the global runner of this name on; with an identity only the one that has it. False when there is none. */
export async function enableRunner(
  manager: EntityManager,
  name: string,
  identity: Partial<RunnerIdentity> = {},
): Promise<boolean> {
  const which = { name, projectId: IsNull(), ...identity };
  const { affected } = await manager.update(Runner, which, { active: true, local: true });
  return Boolean(affected);
}

/** Gives the global runner of this name, or a new one, another identity, and switches it on. */
export async function saveRunner(manager: EntityManager, name: string, identity: RunnerIdentity): Promise<void> {
  const members = { ...identity, active: true, local: true };
  const { affected } = await manager.update(Runner, { name, projectId: IsNull() }, members);
  if (!affected) {
    await manager.insert(Runner, { name, projectId: null, ...members });
  }
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
