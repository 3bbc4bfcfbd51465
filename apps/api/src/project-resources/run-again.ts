import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';

/** SQLSTATE of a transaction that PostgreSQL ended for the sake of others: serialization_failure, deadlock_detected. */
const ENDED_FOR_OTHERS = ['40001', '40P01'];
const TRIES = 3;

/**
 * Runs a transaction again that lost a deadlock: nothing of it is left, and those it met have gone on. Its work must
 * have no effect outside of the database.
 */
export async function againAfterDeadlock<T>(transaction: () => Promise<T>, tries = TRIES): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    const { code = '' } = error instanceof QueryFailedError ? (error.driverError as { code?: string }) : {};
    if (tries <= 1 || !ENDED_FOR_OTHERS.includes(code)) {
      throw error;
    }
    return againAfterDeadlock(transaction, tries - 1);
  }
}

/** A transaction that is run again after a deadlock, see {@link againAfterDeadlock}. */
export const transact = <T>(source: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> =>
  againAfterDeadlock(() => source.transaction(work));
