import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, semaphoreTables } from '@switchyard/testing';
import pg from 'pg';
import { root } from '../support/part.js';
import { TestStack } from '../support/stack.js';
import type { Row } from './report.js';

const TASKS = Number(process.env.TASKS ?? 50_000);
/** Lines in the log of each. */
const LINES = Number(process.env.LINES ?? 100);
/** Seconds of {@link TASKS}. */
const TARGET = 300;

/** Rows of a source as a bench makes them, beside those of its tables. */
const HISTORY = `
  delete from task__output; delete from task;
  insert into task (id, template_id, project_id, status, created, start, "end", user_id)
    select n, 1, 1, 'success', now() - (${TASKS} - n) * interval '1 min', now() - (${TASKS} - n) * interval '1 min',
           now() - (${TASKS} - n) * interval '1 min', 1
      from generate_series(1, ${TASKS}) n;
  insert into task__output (id, task_id, time, output)
    select (n - 1) * ${LINES} + line, n, now(), 'ok: [web-' || line || '.example.com] => item ' || n || ' of a long run, state present'
      from generate_series(1, ${TASKS}) n, generate_series(1, ${LINES}) line;
  analyze;`;

/** The command line brings in the tasks of a database of PostgreSQL, and then finds all of them there. */
export async function measureImportHistory(): Promise<Row[]> {
  const stack = await TestStack.start({ ownServer: true, runners: 0 });
  const source = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'switchyard-bench-'));
  try {
    await run(source.url, semaphoreTables('postgres') + HISTORY);
    const client = await stack.admin();
    const { id: token } = await client.call<{ id: string }>('POST', '/user/tokens', {
      name: 'bench',
      scopes: ['lasting'],
    });
    const config = join(directory, 'config.json');
    const { host, username, password } = new URL(source.url);
    const postgres = { host, user: username, pass: password, name: source.name, options: { sslmode: 'disable' } };
    await writeFile(config, JSON.stringify({ dialect: 'postgres', postgres }));
    const env = { HOME: directory, LANG: 'C', SWITCHYARD_SERVER: stack.address, SWITCHYARD_TOKEN: token };
    const first = await timed(config, env);
    const second = await timed(config, env);
    return [rowOf('come', first, `Imported ${TASKS} tasks`), rowOf('are there already', second, `${TASKS} were there`)];
  } finally {
    await Promise.all([stack.close(), source.drop(), rm(directory, { recursive: true, force: true })]);
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

interface Timed {
  seconds: number;
  said: string;
}

async function timed(config: string, env: Record<string, string>): Promise<Timed> {
  const began = performance.now();
  const words = ['import', 'semaphore', '--config', config, '--history', '--yes'];
  const program = join(root, 'apps/cli/dist/switchyard.cjs');
  const { stderr } = await promisify(execFile)(process.execPath, [program, ...words], { env });
  return { seconds: (performance.now() - began) / 1000, said: stderr };
}

function rowOf(what: string, { seconds, said }: Timed, expected: string): Row {
  return {
    what: `import of ${TASKS.toLocaleString('en')} tasks with ${LINES} lines each, which ${what}`,
    measured: said.includes(expected) ? `${seconds.toFixed(0)} s` : said,
    target: `≤ ${TARGET} s`,
    met: said.includes(expected) && seconds <= TARGET,
  };
}
