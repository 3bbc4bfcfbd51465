import type { HistorySize } from '@switchyard/testing';
import type pg from 'pg';
import type { Row } from './report.js';

interface TableSize {
  name: string;
  rows: number;
  table: number;
  indexes: number;
}

/** Tables below it are left out. */
const LEAST_BYTES = 1024 * 1024;
const LINES_A_TASK = 274;

const sizes = `
  select relname as name, reltuples::float8 as rows, pg_table_size(oid)::float8 as "table", pg_indexes_size(oid)::float8 as indexes
    from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
   order by pg_total_relation_size(oid) desc`;

const largestIndexes = `
  select i.indexrelid::regclass::text as name, pg_relation_size(i.indexrelid)::float8 as bytes
    from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = current_schema()::regnamespace
   order by bytes desc limit 12`;

/** Size of every table, and the size that the logs of all tasks would have, of which some were made. */
export async function sizeRows(database: pg.Client, size: HistorySize): Promise<Row[]> {
  const tables = (await database.query<TableSize>(sizes)).rows.filter(
    (each) => each.table + each.indexes > LEAST_BYTES,
  );
  const indexes = (await database.query<{ name: string; bytes: number }>(largestIndexes)).rows;
  const all = tables
    .filter(({ name }) => !name.startsWith('log_'))
    .reduce((sum, each) => sum + each.table + each.indexes, 0);
  return [
    ...tables.map(tableRow),
    {
      what: 'largest indexes',
      measured: indexes.map(({ name, bytes }) => `${name} ${megabytes(bytes)}`).join(', '),
      target: '',
    },
    {
      what: `database of ${size.tasks.toLocaleString('en')} tasks without their logs`,
      measured: `${megabytes(all)}, ${(all / size.tasks).toFixed(0)} bytes a task`,
      target: '',
    },
    ...tables.flatMap((each) => logRows(each, size)),
  ];
}

const tableRow = ({ name, rows, table, indexes }: TableSize): Row => ({
  what: `\`${name}\`: ${Math.round(rows).toLocaleString('en')} rows`,
  measured: `${megabytes(table)}, indexes ${megabytes(indexes)}`,
  target: '',
});

function logRows({ name, table, indexes }: TableSize, { tasks, logs, archived }: HistorySize): Row[] {
  const made = { log_chunk: logs, log_segment: archived }[name];
  const each = made === undefined ? 0 : (table + indexes) / made;
  return made === undefined
    ? []
    : [
        {
          what: `\`${name}\` of all tasks, by ${made.toLocaleString('en')} of them`,
          measured: `${megabytes(each * tasks)}, ${(each / LINES_A_TASK).toFixed(0)} bytes a line`,
          target: '',
        },
      ];
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
