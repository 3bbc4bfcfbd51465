import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { EarlierDatabase } from './earlier-database.js';

/** Tables that grow with use: a lock on one stops the installation for as long as it scans the rows. */
export const LARGE_TABLES = [
  'attempt',
  'attempt_log',
  'audit',
  'blob_chunk',
  'event',
  'integration_delivery',
  'log_chunk',
  'log_segment',
  'outbox_message',
  'schedule_run',
  'session',
  'task',
  'task_error',
  'task_event',
  'task_host',
  'task_snapshot',
  'task_stage',
  'terraform_state',
];
/** Locks of statements that change the catalogue alone, unless they scan the table as well. */
const BRIEF_LOCKS: readonly string[] = ['AccessExclusiveLock', 'ShareRowExclusiveLock'];

/** Of a rollback that is meant. */
class Undone extends Error {}

interface TableFacts {
  table: string;
  locks: readonly string[];
  file: string | null;
  scans: number;
}
interface ColumnFacts {
  name: string;
  table: string;
  needed: boolean;
}

const TABLES = `select c.relname as "table", pg_relation_filenode(c.oid)::text as file, pg_stat_get_xact_numscans(c.oid)::int as scans,
    array(select l.mode from pg_locks l where l.relation = c.oid and l.pid = pg_backend_pid()
        and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')) as locks
  from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace`;
const COLUMNS = `select table_name || '.' || column_name as name, table_name as "table",
    is_nullable = 'NO' and column_default is null and is_identity = 'NO' as needed
  from information_schema.columns where table_schema = current_schema()`;

/**
 * Returns the harm of a migration to a running installation of the version before: locks that writers of large tables wait for,
 * and objects that this version uses and no longer finds. Each a sentence.
 */
export async function migrationFaults(database: EarlierDatabase, migration: MigrationInterface): Promise<string[]> {
  if (migration.transaction === false) {
    const before = await factsOf(database);
    const sent = await statementsOf(database, migration);
    const slow = sent.filter(
      (sql) => /\bindex\b/i.test(sql) && !/\bconcurrently\b/i.test(sql) && !/^\s*select/i.test(sql),
    );
    return [
      ...slow.map((sql) => `it runs without a transaction, but not concurrently: ${sql}`),
      ...lost(before, await factsOf(database)),
    ];
  }
  const faults: string[] = [];
  await database
    .transaction(async (runner) => {
      // Scans are counted from here: those of earlier transactions may be taken away by PostgreSQL until then.
      const before = await factsOf(database);
      await migration.up(runner);
      const after = await factsOf(database);
      faults.push(...locked(before.tables, after.tables), ...lost(before, after));
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) {
        throw error;
      }
    });
  return faults;
}

const factsOf = async (database: EarlierDatabase): Promise<{ tables: TableFacts[]; columns: ColumnFacts[] }> => ({
  tables: await database.query<TableFacts>(TABLES),
  columns: await database.query<ColumnFacts>(COLUMNS),
});

/** Runs it, and notes what it sends. */
async function statementsOf(database: EarlierDatabase, migration: MigrationInterface): Promise<string[]> {
  const sent: string[] = [];
  const runner = {
    isTransactionActive: false,
    query: (sql: string, values?: unknown[]) => {
      sent.push(sql);
      return database.query(sql, values);
    },
  };
  await migration.up(runner as Pick<QueryRunner, 'isTransactionActive' | 'query'> as QueryRunner);
  return sent;
}

function locked(before: readonly TableFacts[], after: readonly TableFacts[]): string[] {
  return after
    .filter(({ table }) => LARGE_TABLES.includes(table))
    .flatMap(({ table, locks, file, scans }) => {
      const earlier = before.find((each) => each.table === table);
      if (earlier === undefined || locks.length === 0) {
        return [];
      }
      if (earlier.file !== file) {
        return [`${table} is rewritten`];
      }
      const scanning = locks.filter((lock) => !BRIEF_LOCKS.includes(lock));
      if (scanning.length > 0) {
        return [`${table} is locked for writers (${scanning.join(', ')})`];
      }
      return scans > earlier.scans ? [`${table} is read whole under a lock`] : [];
    });
}

function lost(
  before: { tables: TableFacts[]; columns: ColumnFacts[] },
  after: { tables: TableFacts[]; columns: ColumnFacts[] },
): string[] {
  const isThere = (table: string): boolean => after.tables.some((each) => each.table === table);
  const gone = before.tables.filter(({ table }) => !isThere(table)).map(({ table }) => `${table} is gone`);
  const columns = before.columns.filter(
    ({ name, table }) => isThere(table) && !after.columns.some((each) => each.name === name),
  );
  const needed = after.columns.filter(
    (column) =>
      column.needed &&
      before.tables.some(({ table }) => table === column.table) &&
      before.columns.find(({ name }) => name === column.name)?.needed !== true,
  );
  return [
    ...gone,
    ...columns.map(({ name }) => `${name} is gone`),
    ...needed.map(({ name }) => `${name} has to be given by the version before`),
  ];
}
