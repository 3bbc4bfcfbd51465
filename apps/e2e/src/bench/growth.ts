import { fillHistory, type HistorySize } from '@switchyard/testing';
import pg from 'pg';
import { TestStack } from '../support/stack.js';
import type { Row } from './report.js';
import { timedRequests } from './growth-requests.js';
import { explainedRows } from './growth-statements.js';
import { seconds } from './statistics.js';
import { sizeRows } from './growth-sizes.js';
import { upkeepRows } from './growth-upkeep.js';

/** A year of 10,000 tasks a day; `TASKS` makes a shorter one at the same pace. */
const TASKS = Number(process.env.TASKS ?? 3_650_000);
const A_DAY = 10_000;
const SIZE: HistorySize = {
  tasks: TASKS,
  days: TASKS / A_DAY,
  projects: 20,
  templates: 300,
  people: 50,
  runners: 20,
  logs: Math.min(20_000, TASKS / 2),
  archived: Math.min(20_000, TASKS / 4),
};

/**
 * Size and cost of a year of tasks: it is made up in a database of its own, and then read, started from, retained, backed up and
 * upgraded by the real programs.
 */
export async function measureGrowth(): Promise<Row[]> {
  const stack = await TestStack.start({ ownServer: true, runners: 0 });
  const database = new pg.Client({ connectionString: stack.postgres.url });
  try {
    await database.connect();
    await Promise.all([...stack.apis, ...stack.dispatchers].map((part) => part.stop()));
    const made = await seconds(() => fillHistory(database, SIZE, said));
    console.log(`Made in ${made.toFixed(0)} s`);
    return [
      ...(await sizeRows(database, SIZE)),
      await startRow(stack),
      ...(await timedRequests(stack, database)),
      ...(await explainedRows(stack, database)),
      ...(await upkeepRows(stack, database)),
    ];
  } finally {
    await database.end();
    await stack.close();
  }
}

const said = (tasks: number): void =>
  void (tasks % 500_000 === 0 && console.log(`${tasks.toLocaleString('en')} tasks`));

async function startRow(stack: TestStack): Promise<Row> {
  const took = await seconds(async () => {
    stack.apis.forEach((api) => api.start());
    await stack.untilReady();
  });
  stack.dispatchers.forEach((dispatcher) => dispatcher.start());
  return {
    what: 'start of the api until it is ready',
    measured: `${took.toFixed(1)} s`,
    target: '≤ 10 s',
    met: took <= 10,
  };
}
