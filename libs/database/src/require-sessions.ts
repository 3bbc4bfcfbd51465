import { randomUUID } from 'node:crypto';
import type { DataSource, QueryRunner } from 'typeorm';

/** The database is behind a pooler that does not keep sessions. */
export class NoSessionsError extends Error {
  override readonly name = 'NoSessionsError';

  constructor() {
    super(
      'The database is behind a pooler that changes sessions between transactions, such as PgBouncer with pool_mode = transaction. ' +
        'Notifications, locks and prepared statements need sessions: set pool_mode = session, or connect to PostgreSQL itself',
    );
  }
}

/**
 * Fails behind a pooler that gives each transaction any of its sessions: what one connection has set is gone once another one has
 * a transaction open. Takes two connections.
 * @throws NoSessionsError
 */
export async function requireSessions(dataSource: DataSource): Promise<void> {
  const [first, second] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
  try {
    const mark = randomUUID();
    await first.query(`select set_config('switchyard.session', $1, false)`, [mark]);
    await second.startTransaction();
    await second.query('select 1');
    if ((await markOf(first)) !== mark) {
      throw new NoSessionsError();
    }
  } finally {
    await Promise.allSettled([first, second].map((runner) => endOf(runner)));
  }
}

async function markOf(runner: QueryRunner): Promise<string | null> {
  const [row] = (await runner.query(`select current_setting('switchyard.session', true) as mark`)) as [
    { mark: string | null },
  ];
  return row.mark;
}

async function endOf(runner: QueryRunner): Promise<void> {
  if (runner.isTransactionActive) {
    await runner.rollbackTransaction();
  }
  await runner.release();
}
