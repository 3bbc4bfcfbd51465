import type { EndedRun } from '@switchyard/concurrency';

/** Longest pause after a run, in milliseconds, so that a long one does not delay the next by much. */
const LONGEST_PAUSE_MS = 50;

/** A pause as long as the run took: under load one run serves many requests. */
export const pauseAsLong = ({ workedMs }: EndedRun): number => Math.min(workedMs, LONGEST_PAUSE_MS);
