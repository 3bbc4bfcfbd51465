/** State of the workspace when a version comes in. */
export interface WorkspaceState {
  /** The current version. */
  head: { serial: number; lineage: string; md5: string } | null;
  /** The lock that counts; `isOwn` = the sender of the version took it. */
  lock: { lockId: string; isOwn: boolean } | null;
}

/** A version that comes in. */
export interface IncomingState {
  serial: number;
  lineage: string;
  md5: string;
  /** The lock that its sender claims to hold. */
  lockId: string | null;
  /** Take it whatever serial and lineage are. */
  forced: boolean;
}

/** `same` = it is the current version already, sent again. */
export type WriteDecision =
  | 'store'
  | 'same'
  | 'state_lock_other'
  | 'state_lineage_other'
  | 'state_serial_old'
  | 'state_serial_jump';

/** Most that a serial may grow by at once. Terraform adds one a write; near the largest number nothing could follow. */
const MAX_SERIAL_STEP = 1_000_000;
/** Largest serial of a version that is forced in. */
const MAX_FORCED_SERIAL = 2 ** 48;

/** Whether a sender that claims a lock, or none, may write. */
export const mayWrite = (lock: WorkspaceState['lock'], claimed: string | null): boolean =>
  lock === null ? claimed === null : lock.isOwn && lock.lockId === claimed;

/** Whether a version may follow the current one. */
export function decideWrite({ head, lock }: WorkspaceState, incoming: IncomingState): WriteDecision {
  const { serial, lineage, md5, lockId, forced } = incoming;
  if (!mayWrite(lock, lockId)) {
    return 'state_lock_other';
  }
  if (serial > (forced ? MAX_FORCED_SERIAL : (head?.serial ?? 0) + MAX_SERIAL_STEP)) {
    return 'state_serial_jump';
  }
  if (head === null || forced) {
    return 'store';
  }
  if (head.lineage !== lineage) {
    return 'state_lineage_other';
  }
  if (head.serial === serial && head.md5 === md5) {
    return 'same';
  }
  return serial > head.serial ? 'store' : 'state_serial_old';
}
