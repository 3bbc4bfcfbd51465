import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  fillHistory,
  historyRequests,
  type ExplainedStatement,
  placesIn,
  explanationIn,
  EXPLAIN_SETTINGS,
  tableReads,
} from '@switchyard/testing';
import pg from 'pg';
import { type Client, newAccount, signIn } from '../testing/client.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

const TASKS = 30_000;
const SIZE = { tasks: TASKS, days: 3, projects: 20, templates: 60, people: 20, runners: 5, logs: 100, archived: 100 };
/** Rows from which on a table is large: all that grow with the tasks. */
const LARGE = 10_000;

describe('requests beside a history of many tasks', () => {
  let test: TestApp;
  let admin: Client;
  let database: pg.Client;
  let large: Set<string>;
  let plans: ExplainedStatement[];
  const emit = pg.Connection.prototype.emit;

  beforeAll(async () => {
    test = await startTestApp();
    database = new pg.Client({ connectionString: test.config.SWITCHYARD_DATABASE_URL });
    await database.connect();
    await fillHistory(database, SIZE);
    const found = await database.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and reltuples > ${LARGE}`,
    );
    large = new Set(found.rows.map(({ name }) => name));
    plans = [];
    pg.Connection.prototype.emit = function heard(this: pg.Connection, name: string | symbol, ...args: unknown[]) {
      const plan = name === 'notice' ? explanationIn((args[0] as { message: string }).message) : null;
      plans.push(...(plan ? [plan] : []));
      return emit.call(this, name, ...args);
    };
    await explainAll(database);
    admin = await signIn(test, await newAccount(test, { admin: true }));
  }, 60_000);

  afterAll(async () => {
    pg.Connection.prototype.emit = emit;
    await database.end();
    await test.close();
  });

  /** Large tables that the statements since the last call read whole, or of which they read more rows than that. */
  function excesses(most: number): string[] {
    return plans.splice(0).flatMap((plan) =>
      tableReads(plan)
        .filter(({ table, whole, rows }) => large.has(table) && (whole || rows > most))
        .map(({ table, whole, rows }) => `${table} ${whole ? 'whole' : rows}: ${plan['Query Text']}`),
    );
  }

  it('should read no large table whole, and no more of it than they show', async () => {
    expect(large).toContain('task');
    const requests = historyRequests(await placesIn(database));
    for (const { what, path, rows } of requests) {
      const { status } = await admin.get(`/api${path}`);
      expect(plans).not.toHaveLength(0);
      expect({ what, status, excesses: excesses(rows) }).toEqual({ what, status: 200, excesses: [] });
    }
  }, 60_000);

  it('should read as little for a person who sees no project', async () => {
    const stranger = await signIn(test, await newAccount(test));
    for (const path of ['/events', '/events/last', '/projects']) {
      await stranger.get(`/api${path}`);
      expect({ path, excesses: excesses(100) }).toEqual({ path, excesses: [] });
    }
  });
});

/** From now on each connection says the plan of each of its statements. */
async function explainAll(database: pg.Client): Promise<void> {
  const settings = {
    ...EXPLAIN_SETTINGS,
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_level': 'notice',
  };
  const { rows } = await database.query<{ name: string }>('select current_database() as name');
  for (const [setting, value] of Object.entries(settings)) {
    await database.query(`alter database ${rows[0]?.name} set ${setting} = '${value}'`);
  }
  await database.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  // Ends of the others can be read before this answer; once this turn of the loop is over, every pool has read them.
  await setImmediate();
}
