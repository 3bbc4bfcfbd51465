/** A project that an import would make. */
export interface Candidate {
  name: string;
  /** Body of a restore. */
  body: object;
  /** What does not come, or differs, and why. */
  notes: readonly string[];
  /** Entries that the server refuses are left out; else one refuses the whole project. */
  isPartial: boolean;
}
