import { retry } from '@switchyard/concurrency';

/** SQLSTATE of what PostgreSQL ended for the sake of others: serialization_failure, deadlock_detected. */
const ENDED_FOR_OTHERS = new Set<unknown>(['40001', '40P01']);
/** Four tries with random pauses, in milliseconds. */
const AGAIN = { tries: 4, min: 10, max: 160, jitter: 'full' } as const;

/**
 * Runs a transaction, or a statement that is one by itself, and up to three times again when PostgreSQL ended it for the
 * sake of others: nothing of it is left then. The pauses are random, so that those who met do not meet again.
 * @param transaction has no effect outside of the database that a repetition would double
 */
export const againAfterDeadlock = <T>(transaction: () => Promise<T>): Promise<T> =>
  retry(transaction, { ...AGAIN, isRetryable: (error) => ENDED_FOR_OTHERS.has(codeOf(error)) });

/** TypeORM copies the members of the driver's error into its own. */
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
