import type { QueryRunner } from 'typeorm';

/** An index of a table that has rows. */
interface NewIndex {
  name: string;
  /** Table, columns and condition, as they stand behind `on`. */
  on: string;
}

/**
 * Makes indexes while others read and write the table; its migration has `transaction = false`. One that a broken try left half made is made again
 * (https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY). In the transaction of a restore they are made at once.
 */
export async function createIndexes(runner: QueryRunner, indexes: readonly NewIndex[]): Promise<void> {
  const how = runner.isTransactionActive ? '' : 'concurrently';
  for (const { name, on } of indexes) {
    if (how !== '') {
      await dropHalfMade(runner, name);
    }
    await runner.query(`create index ${how} if not exists ${name} on ${on}`);
  }
}

async function dropHalfMade(runner: QueryRunner, name: string): Promise<void> {
  const found = (await runner.query('select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    name,
  ])) as unknown[];
  if (found.length > 0) {
    await runner.query(`drop index concurrently ${name}`);
  }
}
