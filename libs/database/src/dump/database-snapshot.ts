import { connectionTo } from '@switchyard/postgres';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BACKUP_LOCK } from './backup-lock.js';
import { type DumpTable, LEFT_OUT, NO_TIME_LIMITS, TABLES } from './dump-tables.js';

const CONNECT_MS = 10_000;
/** Bytes that the connection reads ahead of the reader. */
const READ_AHEAD = 1024 * 1024;

/**
 * The database as it was at one moment, for a backup: one transaction over one connection, so that readers and writers go on.
 * While it is open no table changes its form, and no blob is collected ({@link BACKUP_LOCK}). A connection that breaks
 * ends it: whatever is read afterwards fails.
 */
export class DatabaseSnapshot {
  private constructor(
    private readonly client: pg.Client,
    /** Tables of the dump; none when the database was never set up. */
    readonly tables: readonly DumpTable[],
    /** Names of the migrations that its schema is made of, in the order in which they ran. */
    readonly migrations: readonly string[],
  ) {}

  static async open(url: string): Promise<DatabaseSnapshot> {
    const { connectionString, Client } = connectionTo(url);
    const client = new Client({
      connectionString,
      application_name: 'switchyard-backup',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
    });
    // The query that runs at that moment fails with it.
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { tables, migrations } = await begin(client);
      return new DatabaseSnapshot(client, tables, migrations);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** The rows of a table in PostgreSQL's binary format of COPY. To be read to its end. @returns how many rows */
  async *rows({ name, columns }: DumpTable): AsyncGenerator<Buffer, number> {
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const text = `copy ${pg.escapeIdentifier(name)} (${list}) to stdout (format binary)`;
    const stream = this.client.query(copyTo(text, { highWaterMark: READ_AHEAD }));
    // A connection that breaks when nobody reads any more reports it here as well.
    stream.on('error', () => undefined);
    for await (const part of stream) {
      yield part as Buffer;
    }
    // The count comes behind the rows: it is there when the connection is free again.
    await this.query('select 1');
    return stream.rowCount;
  }

  /** The last number that each sequence gave, by its name. Never smaller than what the rows hold. */
  async sequences(): Promise<Record<string, string>> {
    const found = await this.query<{ name: string; last: string }[]>(
      `select sequencename as name, last_value::text as last from pg_sequences
        where schemaname = current_schema() and last_value is not null order by 1`,
    );
    return Object.fromEntries(found.map(({ name, last }) => [name, last]));
  }

  async query<T>(text: string, values: unknown[] = []): Promise<T> {
    return (await this.client.query<pg.QueryResultRow>(text, values)).rows as T;
  }

  /** Ends the transaction; what follows is not held back any more. */
  async close(): Promise<void> {
    await this.client.end();
  }
}

/** The lock is taken first, and the tables are locked before the first query of the transaction makes the snapshot. */
async function begin(client: pg.Client): Promise<Pick<DatabaseSnapshot, 'tables' | 'migrations'>> {
  await client.query(NO_TIME_LIMITS);
  await client.query('select pg_advisory_lock_shared($1)', [BACKUP_LOCK]);
  const names = (await client.query<DumpTable>(TABLES)).rows.map(({ name }) => pg.escapeIdentifier(name));
  await client.query('begin transaction isolation level repeatable read, read only');
  if (names.length > 0) {
    await client.query(`lock table ${names.join(', ')} in access share mode`);
  }
  const { rows: tables } = await client.query<DumpTable>(TABLES);
  const isSetUp = tables.some(({ name }) => name === 'migration');
  const migrations = isSetUp
    ? (await client.query<{ name: string }>('select name from migration order by id')).rows
    : [];
  return {
    tables: isSetUp ? tables.filter(({ name }) => !LEFT_OUT.includes(name)) : [],
    migrations: migrations.map(({ name }) => name),
  };
}
