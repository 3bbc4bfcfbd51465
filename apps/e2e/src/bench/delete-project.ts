import { setTimeout as sleep } from 'node:timers/promises';
import type { Project } from '@switchyard/contracts';
import pg from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { createProject, createTemplate, type TestProject } from '../support/project.js';
import { TestStack } from '../support/stack.js';
import type { Row } from './report.js';
import { quantile } from './statistics.js';

const TASKS = Number(process.env.TASKS ?? 1_000_000);
const PAUSE_MS = 20;
/** Launches that warm up. */
const WARM_UP = 100;
/** Launches before, and as many meanwhile. */
const LAUNCHES = 1_000;
/** How often it is looked whether the project is gone, in milliseconds. */
const LOOK_MS = 500;
/** Spread of p95 between two runs of the same launches. */
const SPREAD = 1.25;

/** Launches of another project while one with many tasks, each with an attempt and a log, is deleted, and the rest of its deletion. */
export async function measureDeleteProject(): Promise<Row[]> {
  const stack = await TestStack.start({ ownServer: true, runners: 0 });
  const database = new pg.Client({ connectionString: stack.postgres.url });
  try {
    await database.connect();
    const client = await stack.admin();
    const [project, crowded] = [await newProject(client, 'Busy'), await newProject(client, 'Crowded')];
    await fill(database, crowded);
    await launches(client, project, WARM_UP);
    const before = await launches(client, project, LAUNCHES);
    const began = performance.now();
    await client.call('DELETE', `/project/${crowded.project.id}`);
    const answered = performance.now() - began;
    const meanwhile = await launches(client, project, LAUNCHES);
    const beside = { seconds: secondsSince(began), tasks: TASKS - (await count(database, crowded)) };
    while ((await client.call<Project[]>('GET', '/projects')).length > 1) {
      await sleep(LOOK_MS);
    }
    return [rowOf({ before, meanwhile, answered, beside, seconds: secondsSince(began) })];
  } finally {
    await database.end();
    await stack.close();
  }
}

interface Launcher {
  project: TestProject;
  templateId: number;
}

async function newProject(client: ApiClient, name: string): Promise<Launcher> {
  const project = await createProject(client, 'https://git.example/site.git', { name });
  return { project, templateId: await createTemplate(client, project, { name: 'T', app: 'bash' }) };
}

async function fill(database: pg.Client, { project, templateId }: Launcher): Promise<void> {
  await database.query(
    `with t as (
       insert into task (project_id, template_id, status, app, attempt_number, created, started, ended)
         select $1, $2, 'success', 'bash', 1, now(), now(), now() from generate_series(1, ${TASKS}) returning id),
     a as (
       insert into attempt (task_id, number, project_id, template_id, runner_id, lease_id, lease_until, status)
         select id, 1, $1, $2, 1, gen_random_uuid(), now(), 'finished' from t returning id, task_id),
     l as (insert into attempt_log (attempt_id, project_id, task_id, attempt) select id, $1, task_id, 1 from a),
     e as (insert into task_event (task_id, project_id, kind, origin) select id, $1, 'created', 'system' from t)
     insert into log_chunk (task_id, attempt, first_line, line_count, first_time, kind, codec, times, body)
       select id, 1, 0, 1, now(), 0, 0, '\\x00', 'line\n' from t`,
    [project.id, templateId],
  );
  await database.query('vacuum analyze');
}

const secondsSince = (began: number): number => (performance.now() - began) / 1000;

async function count(database: pg.Client, { project }: Launcher): Promise<number> {
  const { rows } = await database.query<{ n: number }>('select count(*)::int as n from task where project_id = $1', [
    project.id,
  ]);
  return rows[0]?.n ?? 0;
}

/** Milliseconds of each launch. */
async function launches(client: ApiClient, { project, templateId }: Launcher, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const began = performance.now();
    await client.create(`/project/${project.id}/tasks`, { template_id: templateId });
    times.push(performance.now() - began);
    await sleep(PAUSE_MS);
  }
  return times;
}

const pace = (tasks: number, seconds: number): string =>
  `${tasks.toLocaleString('en')} tasks at ${Math.round(tasks / seconds).toLocaleString('en')}/s`;

interface Measured {
  before: number[];
  meanwhile: number[];
  answered: number;
  /** Tasks that were deleted while others were launched. */
  beside: { seconds: number; tasks: number };
  seconds: number;
}

function rowOf({ before, meanwhile, answered, beside, seconds }: Measured): Row {
  const show = (times: number[]): string =>
    `p50 ${quantile(times, 0.5).toFixed(1)}, p95 ${quantile(times, 0.95).toFixed(1)} ms`;
  const [was, is] = [quantile(before, 0.95), quantile(meanwhile, 0.95)];
  return {
    what: `POST task while a project of ${TASKS.toLocaleString('en')} tasks is deleted`,
    measured:
      `${show(meanwhile)} (before: ${show(before)}); answered in ${answered.toFixed(0)} ms; ` +
      `${pace(beside.tasks, beside.seconds)} beside launches, ` +
      `${pace(TASKS - beside.tasks, seconds - beside.seconds)} at rest; gone after ${seconds.toFixed(0)} s`,
    target: `p95 as before (within ${SPREAD})`,
    met: is <= was * SPREAD,
  };
}
