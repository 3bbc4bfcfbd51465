import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  historyRequests,
  type ExplainedStatement,
  placesIn,
  EXPLAIN_SETTINGS,
  explanationsIn,
  tableReads,
} from '@switchyard/testing';
import pg from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { createTemplate } from '../support/project.js';
import { createFleet } from '../support/simulated-fleet.js';
import type { TestStack } from '../support/stack.js';
import { printedStatement } from './printed-statement.js';
import type { Row } from './report.js';

/** Rows of a table from which on a statement may not read the whole of it. */
const LARGE = 50_000;
/** Rows that one step of a statement may look at. */
const MOST_ROWS = 20_000;
const [TASKS, TAG] = [20, 'growth'] as const;
/** All duties of the dispatcher begin with it; those of a minute come a second time. */
const DUTIES_MS = 70_000;

/** How often each statement of requests, starts and duties reads a large table whole, or too much of it. */
export async function explainedRows(stack: TestStack, database: pg.Client): Promise<Row[]> {
  const log = join(stack.postgresServer.directory, 'postgres.log');
  const explained = await withExplanations(database, async () => {
    await restart(stack);
    const { size } = await stat(log);
    const client = await stack.admin();
    for (const { path } of historyRequests(await placesIn(database))) {
      await client.call('GET', path);
    }
    await startTasks(stack, database, client);
    await pause(DUTIES_MS);
    return explanationsIn((await readFile(log)).subarray(size).toString());
  });
  const large = await largeTables(database);
  const faults = explained.flatMap((one) => faultsOf(one, large));
  const distinct = [...new Set(faults)];
  return [
    {
      what: `statements of requests, ${TASKS} starts and the duties of a minute that read a table of ${LARGE.toLocaleString('en')} rows whole, or ${MOST_ROWS.toLocaleString('en')} rows of it`,
      measured: distinct.length === 0 ? 'none' : String(distinct.length),
      target: 'none',
      met: distinct.length === 0,
    },
    ...distinct.map((what) => ({ what, measured: '', target: '' })),
  ];
}

function faultsOf(plan: ExplainedStatement, large: ReadonlySet<string>): string[] {
  return tableReads(plan)
    .filter(({ table, whole, rows }) => large.has(table) && (whole || rows > MOST_ROWS))
    .map(
      ({ table, whole }) => `\`${table}\` ${whole ? 'whole' : 'in parts'}: \`${printedStatement(plan['Query Text'])}\``,
    );
}

async function withExplanations<T>(database: pg.Client, work: () => Promise<T>): Promise<T> {
  const name = pg.escapeIdentifier(
    (await database.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? '',
  );
  await database.query(`alter database ${name} set session_preload_libraries = 'auto_explain'`);
  for (const [setting, value] of Object.entries(EXPLAIN_SETTINGS)) {
    await database.query(`alter database ${name} set ${setting} = '${value}'`);
  }
  try {
    return await work();
  } finally {
    await database.query(`alter database ${name} reset all`);
  }
}

async function restart(stack: TestStack): Promise<void> {
  const parts = [...stack.apis, ...stack.dispatchers];
  await Promise.all(parts.map((part) => part.stop()));
  parts.forEach((part) => part.start());
  await stack.untilReady();
}

async function largeTables(database: pg.Client): Promise<Set<string>> {
  const { rows } = await database.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples > ${LARGE}`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Tasks from the POST to the end, by a simulated runner. */
async function startTasks(stack: TestStack, database: pg.Client, client: ApiClient): Promise<void> {
  const { project } = await placesIn(database);
  const [found] = (
    await database.query<{ keyId: number; repositoryId: number; inventoryId: number }>(
      `select (select min(id) from access_key where project_id = $1) as "keyId", (select min(id) from git_repository where project_id = $1) as "repositoryId",
              (select min(id) from inventory where project_id = $1) as "inventoryId"`,
      [project],
    )
  ).rows;
  if (!found) {
    throw new Error('The first project has no repository');
  }
  const template = await createTemplate(
    client,
    { id: project, ...found },
    { name: 'Now', runner_tag: TAG, allow_parallel_tasks: true },
  );
  const tool = { lines: 20, durationMs: 10, outcome: 'success' } as const;
  const fleet = await createFleet({ client, url: stack.address, count: 1, slots: 4, tag: TAG, tool: () => tool });
  fleet.forEach(({ runner }) => runner.start());
  for (let i = 0; i < TASKS; i++) {
    const task = await client.create(`/project/${project}/tasks`, { template_id: template });
    await client.untilEnded(project, task);
  }
  await Promise.all(fleet.map(({ runner }) => runner.stop()));
}
