/** Objects that applies of one workspace have made outside of it, and those that its states know. */
export interface AppliedWorkspace {
  workspace: string;
  /** The journal of each thing that an apply has begun to make, a line each; see the slow provider of the tests. */
  journals: ReadonlyMap<string, readonly string[]>;
  /** Names of the things in its current state, those that are tainted among them. */
  known: readonly string[];
  /** Names of the things in states that are offered, which a person is asked to accept. */
  offered: readonly string[];
  /** Its tasks and the versions of its state, a line each, for who looks for the cause of a fault. */
  trail: readonly string[];
}
