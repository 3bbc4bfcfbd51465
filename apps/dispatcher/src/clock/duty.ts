/** Work that every dispatcher repeats. Rounds of several dispatchers may run at once: `run` must bear that. */
export interface Duty {
  /** Names the duty in the log, and is unique. */
  name: string;
  /** Time from the start of one round to the start of the next; a round that takes longer skips those it overlaps. */
  everyMs: number;
  run: () => Promise<unknown>;
}
