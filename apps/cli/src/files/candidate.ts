/** A project there, with the names in the document of what its tasks name, by id. */
export interface ProjectOrigin {
  id: number;
  templates: ReadonlyMap<number, string>;
  inventories: ReadonlyMap<number, string>;
}

/** A project that an import would make. */
export interface Candidate {
  name: string;
  /** Body of a restore. */
  body: object;
  /** Objects that are not imported, or differ, and why. */
  notes: readonly string[];
  /** Entries that the server refuses are left out; else one refuses the whole project. */
  isPartial: boolean;
  /** The project whose history may come; absent = there is none. */
  origin?: ProjectOrigin;
}
