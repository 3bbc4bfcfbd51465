import { DataSource, type EntityManager, type QueryRunner, type ReplicationMode } from 'typeorm';
import type { IsolationLevel } from 'typeorm/driver/types/IsolationLevel.js';
import { againAfterDeadlock } from './run-again.js';

type Work<T> = (manager: EntityManager) => Promise<T>;

/**
 * A data source that runs again what lost a deadlock: each transaction as a whole, and each statement outside of one.
 * The work of a transaction may therefore be called several times: it makes its rows again each time, because saving
 * writes ids into them, and has no effect outside of the database.
 */
export class RepeatingDataSource extends DataSource {
  override transaction<T>(work: Work<T>): Promise<T>;
  override transaction<T>(isolation: IsolationLevel, work: Work<T>): Promise<T>;
  override transaction<T>(...call: [Work<T>] | [IsolationLevel, Work<T>]): Promise<T> {
    return againAfterDeadlock(() =>
      call.length === 1 ? super.transaction(call[0]) : super.transaction(call[0], call[1]),
    );
  }

  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    const runner = super.createQueryRunner(mode);
    const query = runner.query.bind(runner) as (...call: unknown[]) => Promise<unknown>;
    const repeating = (...call: unknown[]): Promise<unknown> =>
      runner.isTransactionActive ? query(...call) : againAfterDeadlock(() => query(...call));
    runner.query = repeating as QueryRunner['query'];
    return runner;
  }
}
