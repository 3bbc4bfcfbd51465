import pg from 'pg';
import { eventually } from '@switchyard/testing';
import { runTask } from '../support/project.js';
import { type BenchStack, startBenchStack } from './bench-stack.js';
import type { Row } from './report.js';
import { printedStatement } from './printed-statement.js';

const WARM_UP = 10;
const SAMPLES = 100;
const DEAREST = 10;
/** Marks what the bench itself asks, which is not counted. */
const OWN = '/* bench */';

interface Statement {
  query: string;
  calls: string;
  run: number;
  planned: number;
}

/**
 * Statements that PostgreSQL runs for one start, one task after the other, from the POST to the end, with those of its idle
 * processes meanwhile: the ones with the most time of running and planning together, by pg_stat_statements.
 */
export async function measureStartStatements(): Promise<Row[]> {
  const bench = await startBenchStack();
  const database = await counting(bench);
  try {
    const template = await bench.template('spawn.sh');
    await runTasks(bench, database, { template, number: WARM_UP });
    await database.query(`select ${OWN} pg_stat_statements_reset()`);
    await runTasks(bench, database, { template, number: SAMPLES });
    const { rows } = await database.query<Statement>(
      `select ${OWN} query, calls, total_exec_time as run, total_plan_time as planned from pg_stat_statements
        where query not like '%${OWN}%' order by total_exec_time + total_plan_time desc`,
    );
    return [
      rowOf(`PostgreSQL for one start, all statements (n = ${SAMPLES})`, rows),
      ...rows.slice(0, DEAREST).map(rankedRow),
    ];
  } finally {
    await database.end();
    await bench.close();
  }
}

const rankedRow = (statement: Statement, place: number): Row =>
  rowOf(`${place + 1}. \`${printedStatement(statement.query)}\``, [statement]);

function rowOf(what: string, statements: readonly Statement[]): Row {
  const each = (of: (statement: Statement) => number): number =>
    statements.reduce((sum, statement) => sum + of(statement), 0) / SAMPLES;
  const [calls, run, planned] = [each((one) => Number(one.calls)), each((one) => one.run), each((one) => one.planned)];
  return {
    what,
    measured: `${calls.toFixed(1)} calls, run ${run.toFixed(2)}, planned ${planned.toFixed(2)} ms`,
    target: '',
  };
}

/** Loads the counting into the server of the bench, which starts again for that. */
async function counting({ stack }: BenchStack): Promise<pg.Client> {
  const { url } = stack.postgresServer;
  const before = await connected(url);
  await before.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await before.end();
  await stack.postgresServer.restart();
  const database = await connected(url);
  await database.query('create extension if not exists pg_stat_statements');
  await database.query('alter system set pg_stat_statements.track_planning = on');
  await database.query('select pg_reload_conf()');
  await stack.untilReady();
  return database;
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Asks the database and not the api for the end, so that no statement of a reader is counted. */
async function runTasks(
  { client, project }: BenchStack,
  database: pg.Client,
  { template, number }: { template: number; number: number },
): Promise<void> {
  for (let i = 0; i < number; i++) {
    const task = await runTask(client, project, template);
    await eventually(async () => {
      const { rows } = await database.query<{ status: string }>(`select ${OWN} status from task where id = $1`, [task]);
      if (rows[0]?.status !== 'success') {
        throw new Error(`task ${task} is ${rows[0]?.status}`);
      }
    });
  }
}
