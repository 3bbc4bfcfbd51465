import pg from 'pg';

/**
 * Runs this with a connection of its own, which ends with it. A connection that outlived a failed test would be cut when
 * the stack closes, and jest would report that in place of the reason.
 */
export async function withDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Changes what only time or a fault would change. */
export async function inDatabase(url: string, statement: string, values: unknown[] = []): Promise<void> {
  await withDatabase(url, (client) => client.query(statement, values));
}
