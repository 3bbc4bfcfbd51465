/** Something that a writer did with the state of a workspace, as it saw it. Times are milliseconds of one clock. */
export interface StateOperation {
  /** Id of the workspace. */
  workspace: number;
  /** The lock under which it was done; `null` = without one. */
  lockId: string | null;
  kind: 'lock' | 'read' | 'write' | 'unlock';
  began: number;
  /** When it was answered or given up. */
  ended: number;
  /** `unknown` = it may have taken effect, may still do so, or not. */
  outcome: 'done' | 'refused' | 'unknown';
  /** Status and body of a refusal. */
  refusal?: string | undefined;
  /** Some of its calls got no answer. */
  retried: boolean;
  /** State that was written or read; `null` = there was no state. */
  state: { serial: number; md5: string } | null;
}

/** A version that is stored. */
export interface StoredVersion {
  workspace: number;
  serial: number;
  md5: string;
  current: boolean;
}

/** Known history of the states of workspaces. */
export interface StateHistory {
  operations: readonly StateOperation[];
  /** In the order in which they were stored; old ones may be gone. */
  versions: readonly StoredVersion[];
  /** Places outside of the sealed store where a secret of a state was found. */
  leaks: readonly string[];
}
