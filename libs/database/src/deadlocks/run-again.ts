import { setTimeout as delay } from 'node:timers/promises';

/** SQLSTATE of what PostgreSQL ended for the sake of others: serialization_failure, deadlock_detected. */
const ENDED_FOR_OTHERS = new Set<unknown>(['40001', '40P01']);
/** Most repetitions after the first try. */
const MOST_AGAIN = 3;
/** Longest pause before the first repetition, in milliseconds; the second waits up to twice that, and so on. */
const PAUSE_MS = 40;

/**
 * Runs a transaction, or a statement that is one by itself, and up to three times again when PostgreSQL ended it for the
 * sake of others: nothing of it is left then. The pauses are random, so that those who met do not meet again.
 * @param transaction has no effect outside of the database that a repetition would double
 */
export async function againAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let again = 1; ; again++) {
    try {
      return await transaction();
    } catch (error) {
      if (again > MOST_AGAIN || !ENDED_FOR_OTHERS.has(codeOf(error))) {
        throw error;
      }
    }
    await delay(Math.random() * PAUSE_MS * again);
  }
}

/** TypeORM copies the members of the driver's error into its own. */
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
