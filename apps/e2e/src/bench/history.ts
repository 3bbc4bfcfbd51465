import { createGitRepository } from '@switchyard/testing';
import pg from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { createProject, createTemplate } from '../support/project.js';
import { TestStack } from '../support/stack.js';
import type { Row } from './report.js';
import { quantile } from './statistics.js';

const TASKS = 1_000_000;
const TEMPLATES = 20;
const PEOPLE = 10;
/** Calls of each kind of page, so many that p95 is not one of the first calls. */
const CALLS = 200;
/** Calls before, after which the connections of the api have prepared what the pages ask. */
const WARM_UP = 10;
const [PAGE_TARGET_MS, STATS_TARGET_MS] = [20, 50];

/** Pages of the history and the statistics of a year, of a project with many tasks, over HTTP. */
export async function measureHistory(): Promise<Row[]> {
  const stack = await TestStack.start({ ownServer: true, runners: 0 });
  const repository = await createGitRepository({ 'run.sh': '' });
  const database = new pg.Client({ connectionString: stack.postgres.url });
  try {
    await database.connect();
    const client = await stack.admin();
    const project = await createProject(client, repository.path);
    const templates: number[] = [];
    for (let i = 0; i < TEMPLATES; i++) {
      templates.push(await createTemplate(client, project, { name: `T${i}` }));
    }
    const people = await fill(database, project.id);
    const base = `/project/${project.id}`;
    return [
      ...(await pages(client, base, { template: templates[0] ?? 0, person: people[0] ?? 0 })),
      await statistics(client, base),
    ];
  } finally {
    await database.end();
    await stack.close();
    await repository.remove();
  }
}

/** Nine of ten succeeded, none was rejected; a day has 2,740. Answers the ids of the people who started them. */
async function fill(database: pg.Client, projectId: number): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `insert into "user" (username, name, email)
       select 'p' || i, 'Person ' || i, 'p' || i || '@example.test' from generate_series(1, ${PEOPLE}) i returning id`,
  );
  await database.query(
    `insert into task (project_id, template_id, user_id, status, app, playbook, message, commit_hash, commit_message, created,
                       started, ended)
       select $1, t.ids[1 + i % ${TEMPLATES}], p.ids[1 + (i / 7) % ${PEOPLE}],
              coalesce((array['error', 'stopped', 'error', 'canceled'])[1 + i % 41], 'success'),
              'bash', 'run.sh', 'Message ' || i, md5(i::text), 'Commit ' || i, at, at, at + interval '90 s'
         from (select i, now() - make_interval(secs => (${TASKS} - i) * 31.5) as at
                 from generate_series(1, ${TASKS}) i) task,
              (select array_agg(id) as ids from template) t, (select array_agg(id) as ids from "user" where id = any($2)) p`,
    [projectId, rows.map(({ id }) => id)],
  );
  await database.query(
    `insert into task_day
       select $1, template_id, user_id, current_date - ago, status, 100, 100, 9000
         from generate_series(0, 364) ago, unnest(array['success', 'error', 'stopped']) status,
              (select 0 as template_id union select id from template) t, (select 0 as user_id union select unnest($2::int[])) p`,
    [projectId, rows.map(({ id }) => id)],
  );
  await database.query('vacuum analyze');
  return rows.map(({ id }) => id);
}

async function pages(client: ApiClient, base: string, ids: { template: number; person: number }): Promise<Row[]> {
  const kinds = {
    newest: '',
    failed: '&status=error,stopped',
    rejected: '&status=rejected',
    'waiting or running': '&status=waiting,running',
    'of a template': `&template_id=${ids.template}`,
    'of a template, failed': `&template_id=${ids.template}&status=error`,
    'of a person': `&user_id=${ids.person}`,
    'of a person and template, failed': `&user_id=${ids.person}&template_id=${ids.template}&status=error`,
  };
  const rows: Row[] = [];
  for (const [kind, filter] of Object.entries(kinds)) {
    const times: number[] = [];
    for (let i = -WARM_UP; i < CALLS; i++) {
      const before = 1 + Math.floor((TASKS * (CALLS - Math.abs(i))) / CALLS);
      times.push(await timeOf(client, `${base}/tasks?limit=21&before=${before}${filter}`));
    }
    times.splice(0, WARM_UP);
    rows.push({
      what: `page of 20 of ${TASKS.toLocaleString('en')} tasks, ${kind}, from the newest to the oldest (n = ${CALLS})`,
      measured: `p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`,
      target: `p95 ≤ ${PAGE_TARGET_MS} ms`,
      met: quantile(times, 0.95) <= PAGE_TARGET_MS,
    });
  }
  return rows;
}

async function statistics(client: ApiClient, base: string): Promise<Row> {
  const times: number[] = [];
  for (let i = 0; i < CALLS; i++) {
    times.push(await timeOf(client, `${base}/stats`));
  }
  return {
    what: `statistics of a year with ${TASKS.toLocaleString('en')} tasks`,
    measured: `p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`,
    target: `p95 ≤ ${STATS_TARGET_MS} ms`,
    met: quantile(times, 0.95) <= STATS_TARGET_MS,
  };
}

async function timeOf(client: ApiClient, path: string): Promise<number> {
  const start = performance.now();
  await client.call('GET', path);
  return performance.now() - start;
}
