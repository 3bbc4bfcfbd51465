import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, placesIn } from '@switchyard/testing';
import pg from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { Part } from '../support/part.js';
import type { TestStack } from '../support/stack.js';
import type { Row } from './report.js';
import { seconds } from './statistics.js';

/** The newest migrations of large tables, and what undoes each. */
const MIGRATIONS: readonly { name: string; undo: string }[] = [
  { name: 'CommitBranches1764583810000', undo: 'alter table task drop commit_branch' },
  { name: 'GrowthIndexes1764583880000', undo: 'drop index if exists task_day_day, task_decided_by, task_stopped_by' },
];
/** Days of the oldest tasks that the retention removes. */
const DAYS_REMOVED = 1;

/** Times for which administrators wait: people who leave, retention, vacuum, export and restore, an upgrade. */
export async function upkeepRows(stack: TestStack, database: pg.Client): Promise<Row[]> {
  const client = await stack.admin();
  return [
    await personRow(client, database),
    ...(await restoreRows(client, database)),
    ...(await retentionRows(stack, database)),
    await vacuumRow(database),
    ...(await installationRows(stack, database)),
    await upgradeRow(stack, database),
  ];
}

const rowOf = (what: string, took: number, most: number, more = ''): Row => ({
  what,
  measured: `${took.toFixed(1)} s${more}`,
  target: `≤ ${most} s`,
  met: took <= most,
});

async function personRow(client: ApiClient, database: pg.Client): Promise<Row> {
  const { person } = await placesIn(database);
  return rowOf(
    'a person with many tasks is deleted',
    await seconds(() => client.call('DELETE', `/users/${person}`)),
    10,
  );
}

async function restoreRows(client: ApiClient, database: pg.Client): Promise<Row[]> {
  const { project } = await placesIn(database);
  let backup: { meta: object } = { meta: {} };
  const read = await seconds(async () => (backup = await client.call('GET', `/project/${project}/backup`)));
  const written = await seconds(() =>
    client.call('POST', '/projects/restore', { ...backup, meta: { ...backup.meta, name: 'Restored' } }),
  );
  return [
    rowOf('export of the largest project', read, 1),
    rowOf('restore of that export as a new project', written, 5),
  ];
}

/** A dispatcher that keeps tasks for less than the history has. */
async function retentionRows(stack: TestStack, database: pg.Client): Promise<Row[]> {
  await Promise.all(stack.dispatchers.map((part) => part.stop()));
  const { days, before } = await counted(database);
  const env = { SWITCHYARD_DATABASE_URL: stack.postgres.url, SWITCHYARD_DATA_DIR: stack.dir };
  const keep = { SWITCHYARD_MAX_TASK_AGE_DAYS: String(Math.floor(days) - DAYS_REMOVED) };
  const part = new Part(
    'retention',
    { program: 'apps/dispatcher/dist/main.js' },
    { ...env, ...keep },
    join(stack.dir, 'logs'),
  );
  const took = await seconds(async () => {
    part.start();
    await eventually(
      () => part.output().includes('Old tasks were removed') || Promise.reject(new Error('not removed')),
      {
        timeout: 600_000,
        interval: 500,
      },
    );
  });
  await part.stop();
  const removed = before - (await counted(database)).before;
  return [
    rowOf(
      `retention removes ${removed.toLocaleString('en')} tasks`,
      took,
      removed / 500,
      `, ${(took / (removed / 1_000)).toFixed(2)} s per 1,000`,
    ),
  ];
}

async function counted(database: pg.Client): Promise<{ days: number; before: number }> {
  const { rows } = await database.query<{ days: number; before: number }>(
    `select count(*)::int as before, extract(epoch from now() - min(ended))::float8 / 86400 as days from task`,
  );
  return rows[0] ?? { days: 0, before: 0 };
}

async function vacuumRow(database: pg.Client): Promise<Row> {
  return rowOf(
    'vacuum and analyze of the whole database afterwards',
    await seconds(() => database.query('vacuum analyze')),
    300,
  );
}

/** As `npm run backup` and `npm run restore` do it: encrypted, verified, and read into an empty database of the same server. */
async function installationRows(stack: TestStack, database: pg.Client): Promise<Row[]> {
  const file = join(stack.dir, 'whole.backup');
  const wrote = await seconds(() => command(stack, ['backup', '--file', file], {}));
  const { size } = await stat(file);
  await database.query('create database restored');
  const url = new URL(stack.postgres.url);
  url.pathname = '/restored';
  const copy = { SWITCHYARD_DATABASE_URL: String(url), SWITCHYARD_DATA_DIR: join(stack.dir, 'restored') };
  const read = await seconds(() => command(stack, ['restore', '--file', file], copy));
  await rm(file);
  const restored = new pg.Client({ connectionString: String(url) });
  await restored.connect();
  const [there, here] = await Promise.all([counted(restored), counted(database)]);
  await restored.end();
  await database.query('drop database restored');
  if (there.before !== here.before) {
    throw new Error(`The restored database has ${there.before} of ${here.before} tasks`);
  }
  return [
    rowOf('backup of the whole installation', wrote, 900, `, ${(size / 1024 / 1024).toFixed(0)} MB`),
    rowOf('restore of it into an empty database', read, 1_800),
  ];
}

/** A command for people at the server, until it ends. */
async function command(stack: TestStack, args: readonly string[], env: Record<string, string>): Promise<void> {
  const part = new Part(
    'command',
    { program: 'apps/api/dist/cli.js', args },
    {
      SWITCHYARD_DATABASE_URL: stack.postgres.url,
      SWITCHYARD_DATA_DIR: stack.dir,
      SWITCHYARD_BACKUP_PASSPHRASE: 'growth of a year',
      ...env,
    },
    join(stack.dir, 'logs'),
  );
  part.start();
  await eventually(() => !part.running || Promise.reject(new Error(`${args[0]} has not ended`)), {
    timeout: 1_800_000,
    interval: 500,
  });
}

async function upgradeRow(stack: TestStack, database: pg.Client): Promise<Row> {
  await Promise.all([...stack.apis, ...stack.dispatchers].map((part) => part.stop()));
  for (const { name, undo } of MIGRATIONS) {
    await database.query(undo);
    await database.query('delete from migration where name = $1', [name]);
  }
  const took = await seconds(async () => {
    stack.apis.forEach((api) => api.start());
    await stack.untilReady();
  });
  return rowOf(`start of the api with ${MIGRATIONS.map(({ name }) => name).join(', ')} to run`, took, 60);
}
