/** What the workspace has when a version comes in. */
export interface WorkspaceState {
  /** The current version. */
  head: { serial: number; lineage: string; md5: string } | null;
  /** Id of the lock that counts. */
  lockId: string | null;
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
export type WriteDecision = 'store' | 'same' | 'state_lock_other' | 'state_lineage_other' | 'state_serial_old';

/** Whether a version may follow the current one. */
export function decideWrite({ head, lockId }: WorkspaceState, incoming: IncomingState): WriteDecision {
  if (lockId !== incoming.lockId) {
    return 'state_lock_other';
  }
  if (head === null || incoming.forced) {
    return 'store';
  }
  if (head.lineage !== incoming.lineage) {
    return 'state_lineage_other';
  }
  if (head.serial === incoming.serial && head.md5 === incoming.md5) {
    return 'same';
  }
  return incoming.serial > head.serial ? 'store' : 'state_serial_old';
}
