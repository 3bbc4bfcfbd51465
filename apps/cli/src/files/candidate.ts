/** A project that an import would make. */
export interface Candidate {
  name: string;
  /** Body of a restore. */
  body: object;
  /** Objects that are not imported, or differ, and why. */
  notes: readonly string[];
  /** Entries that the server refuses are left out; else one refuses the whole project. */
  isPartial: boolean;
}
