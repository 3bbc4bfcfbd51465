import type { EntityManager } from 'typeorm';
import { LIVING_LOCK, type LivingLock, LOCK_MEMBERS } from './lock.repository.js';
import { CURRENT_MEMBERS, type CurrentState } from './state.repository.js';

/** Facts that decide a write to a workspace. */
export interface WorkspaceHead {
  /** The current version. */
  head: CurrentState | null;
  /** The lock that counts. */
  lock: LivingLock | null;
}

type Absent<Row> = Record<keyof Row, null>;
type HeadRow = (CurrentState | Absent<CurrentState>) & (LivingLock | Absent<LivingLock>);

export async function findHead(manager: EntityManager, inventoryId: number): Promise<WorkspaceHead> {
  const [row] = await manager.query<HeadRow[]>(
    `select ${CURRENT_MEMBERS}, ${LOCK_MEMBERS} from (values ($1::int)) workspace (id)
       left join terraform_state s on s.inventory_id = workspace.id and s.current
       left join terraform_lock l on l.inventory_id = workspace.id and ${LIVING_LOCK}`,
    [inventoryId],
  );
  return {
    head: row && row.id !== null ? row : null,
    lock: row && row.lockId !== null ? row : null,
  };
}
