import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type DataSource, type EntityManager, MigrationExecutor, type QueryRunner } from 'typeorm';
import { createDataSource } from '../data-source.js';
import { MIGRATION_LOCK } from '../migrate.js';
import { type DumpTable, NO_TIME_LIMITS, TABLES } from './dump-tables.js';

/** Another installation, or something else, is in the database. */
export class NotEmptyError extends Error {
  override readonly name = 'NotEmptyError';

  constructor(readonly tables: number) {
    super(`The database is not empty: it has ${tables} tables`);
  }
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * The filling of an empty database from a dump, in one transaction: until `commit` the database stays as it was, whatever
 * happens. The schema is made by the migrations that the dump names, and brought up to date when its rows are there. Servers
 * that start meanwhile wait.
 */
export class DatabaseLoad {
  private constructor(
    private readonly source: DataSource,
    private readonly runner: QueryRunner,
    private readonly foreignKeys: readonly ForeignKey[],
  ) {}

  /**
   * @param migrations names of those that the dump was made with, all known here
   * @throws NotEmptyError
   */
  static async begin(url: string, migrations: readonly string[]): Promise<DatabaseLoad> {
    const source = createDataSource(url, { applicationName: 'switchyard-restore', poolSize: 1, unlimited: true });
    const runner = (await source.initialize()).createQueryRunner();
    try {
      return new DatabaseLoad(source, runner, await prepare(source, runner, migrations));
    } catch (error) {
      await source.destroy();
      throw error;
    }
  }

  /** Further statements of the transaction. */
  get manager(): EntityManager {
    return this.runner.manager;
  }

  /** @param rows in PostgreSQL's binary format of COPY @returns how many rows */
  async fill({ name, columns }: DumpTable, rows: AsyncIterable<Buffer>): Promise<number> {
    const client = (await this.runner.connect()) as pg.Client;
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const sink = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin (format binary)`));
    // A connection that breaks behind a fault reports it here as well.
    sink.on('error', () => undefined);
    await pipeline(Readable.from(rows), sink);
    return sink.rowCount;
  }

  /**
   * After the last row: numbers go on behind those that were given, references must lead somewhere, and the schema becomes
   * that of this version.
   */
  async finish(sequences: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, last] of Object.entries(sequences)) {
      await this.runner.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, last]);
    }
    for (const { table, name, definition } of this.foreignKeys) {
      await this.runner.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
    }
    await runMigrations(this.source, this.runner);
  }

  async commit(): Promise<void> {
    await this.runner.query('set local synchronous_commit = on');
    await this.runner.commitTransaction();
    // The server does it by itself later.
    await this.runner.query('analyze').catch(() => undefined);
  }

  /** Without a commit before, nothing has changed. */
  async close(): Promise<void> {
    if (this.runner.isTransactionActive) {
      await this.runner.rollbackTransaction().catch(() => undefined);
    }
    await this.runner.release();
    await this.source.destroy();
  }
}

/** @returns the references that are checked at the end */
async function prepare(source: DataSource, runner: QueryRunner, migrations: readonly string[]): Promise<ForeignKey[]> {
  await runner.query(NO_TIME_LIMITS);
  await runner.startTransaction();
  await runner.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  const present = (await runner.query(TABLES)) as DumpTable[];
  if (present.length > 0) {
    throw new NotEmptyError(present.length);
  }
  const wanted = source.migrations.filter(({ constructor }) => migrations.includes(constructor.name));
  await runMigrations(Object.create(source, { migrations: { value: wanted } }) as DataSource, runner);
  // Settings that migrations write into a new database are in the dump.
  await runner.query('delete from setting');
  return dropForeignKeys(runner);
}

/** Those that did not run yet, in the transaction that is open. */
async function runMigrations(source: DataSource, runner: QueryRunner): Promise<void> {
  const executor = new MigrationExecutor(source, runner);
  executor.transaction = 'none';
  await executor.executePendingMigrations();
}

/** Rows come table by table: references are checked at the end, all at once. */
async function dropForeignKeys(runner: QueryRunner): Promise<ForeignKey[]> {
  const found = (await runner.query(
    `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`,
  )) as ForeignKey[];
  for (const { table, name } of found) {
    await runner.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`);
  }
  return found;
}
