import { setTimeout as pause } from 'node:timers/promises';
import { createGitRepository, eventually } from '@switchyard/testing';
import pg from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { createProject, createTemplate, type TestProject } from '../support/project.js';
import { TestStack } from '../support/stack.js';
import { processorSeconds } from './processor-time.js';
import type { Row } from './report.js';

const DUE = 10_000;
const IDLE = 100_000;
/** Templates that they are spread over. */
const TEMPLATES = 100;
const AHEAD_SECONDS = 15;
const LOOK_MS = 100;
const IDLE_MS = 60_000;
const TARGET_SECONDS = 2;

/** Schedules of the same minute with two dispatchers, each of which must start one task; then what many cost that are not due. */
export async function measureDueSchedules(): Promise<Row[]> {
  const stack = await TestStack.start({ ownServer: true, runners: 0, dispatchers: 2 });
  const repository = await createGitRepository({ 'run.sh': '' });
  const database = new pg.Client({ connectionString: stack.postgres.url });
  try {
    await database.connect();
    const client = await stack.admin();
    const project = await createProject(client, repository.path);
    for (let i = 0; i < TEMPLATES; i++) {
      await createTemplate(client, project, { name: `T${i}` });
    }
    const wake = () => changeSchedules(client, project);
    return [await firing(database, wake), await idling(stack, database)];
  } finally {
    await database.end();
    await stack.close();
    await repository.remove();
  }
}

/** Stores schedules that are due in so many seconds. */
async function addSchedules(database: pg.Client, count: number, seconds: number): Promise<void> {
  await database.query(
    `insert into schedule (project_id, template_id, name, active, cron_format, next_due)
       select t.project_id, t.id, 'S' || i, true, '0 4 * * *', now() + make_interval(secs => $2)
         from generate_series(1, $1::int) i
         join (select *, row_number() over (order by id) - 1 as n from template) t on t.n = i % ${TEMPLATES}`,
    [count, seconds],
  );
  await database.query('analyze schedule');
}

/** Makes the dispatchers look for the next due time: a change of any schedule does. */
async function changeSchedules(client: ApiClient, project: TestProject): Promise<void> {
  const [template] = await client.call<{ id: number }[]>('GET', `/project/${project.id}/templates`);
  const schedule = { project_id: project.id, template_id: template?.id, name: 'idle', cron_format: '0 4 1 1 *' };
  await client.create(`/project/${project.id}/schedules`, { ...schedule, active: false });
}

async function firing(database: pg.Client, wake: () => Promise<void>): Promise<Row> {
  await addSchedules(database, DUE, AHEAD_SECONDS);
  await wake();
  const seen: Seen[] = [];
  await eventually(
    async () => {
      seen.push(await look(database));
      return seen.at(-1)?.tasks === DUE;
    },
    { timeout: 120_000, interval: LOOK_MS },
  );
  const lateOf = (share: number): number => seen.find(({ tasks }) => tasks >= share * DUE)?.late ?? Number.NaN;
  const { rows } = await database.query<{ n: number }>(
    'select count(distinct schedule_id)::int as n from schedule_run where task_id is not null',
  );
  const [p50, p95, last] = [0.5, 0.95, 1].map((share) => lateOf(share).toFixed(1));
  return {
    what: `${DUE.toLocaleString('en')} schedules of the same moment, two dispatchers: how late each task is stored`,
    measured: `${seen.at(-1)?.tasks} tasks of ${rows[0]?.n} schedules; p50 ${p50} s, p95 ${p95} s, last ${last} s`,
    target: `one task each, p95 ≤ ${TARGET_SECONDS} s`,
    met: rows[0]?.n === DUE && seen.at(-1)?.tasks === DUE && lateOf(0.95) <= TARGET_SECONDS,
  };
}

interface Seen {
  tasks: number;
  /** Seconds since the due time. */
  late: number;
}

/** Rows that are committed at this moment. */
async function look(database: pg.Client): Promise<Seen> {
  const { rows } = await database.query<Seen>(
    `select (select count(*)::int from task) as tasks,
            coalesce(extract(epoch from clock_timestamp() - (select min(due) from schedule_run)), 0)::float8 as late`,
  );
  return rows[0] ?? { tasks: 0, late: 0 };
}

async function idling(stack: TestStack, database: pg.Client): Promise<Row> {
  await database.query('delete from schedule');
  await database.query('delete from task');
  const own = await share(stack);
  await addSchedules(database, IDLE, 86_400);
  const more = (await share(stack)) - own;
  return {
    what: `${IDLE.toLocaleString('en')} schedules that are not due: processor time of a dispatcher beyond none, ${IDLE_MS / 1000} s`,
    measured: `${more.toFixed(2)} % of a core beyond ${own.toFixed(2)} %`,
    target: '≤ 1 % of a core',
    met: more <= 1,
  };
}

/** Percent of a core that a dispatcher takes, the greater of both. */
async function share({ dispatchers }: TestStack): Promise<number> {
  const before = dispatchers.map(({ pid }) => processorSeconds(pid));
  await pause(IDLE_MS);
  const used = dispatchers.map(({ pid }, i) => processorSeconds(pid) - (before[i] ?? 0));
  return (Math.max(...used) / (IDLE_MS / 1000)) * 100;
}
