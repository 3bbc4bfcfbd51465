/** The runner that made a call, after its signature was checked. */
export interface RunnerIdentity {
  id: number;
  name: string;
  /** Project of a project runner, null for a global one. */
  projectId: number | null;
  active: boolean;
  /** Shared key of the runner's and the control plane's static X25519 pairs, 32 bytes. */
  sharedKey: Uint8Array;
}
