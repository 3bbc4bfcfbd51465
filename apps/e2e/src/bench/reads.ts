import { createGitRepository } from '@switchyard/testing';
import pg from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { createProject, createTemplate } from '../support/project.js';
import { TestStack } from '../support/stack.js';
import { processorCost, processorTimes } from './processor-time.js';
import type { Row } from './report.js';
import { quantile } from './statistics.js';

const TEMPLATES = 11;
const TASKS = 500;
const CALLERS = 16;
/** Calls before each measure, after which connections have prepared what is asked and code is compiled. */
const WARM_UP_MS = 3_000;
const MEASURED_MS = 8_000;
const [RATE_TARGET, LAST_TARGET_MS] = [600, 2];

/**
 * Reads that people make all day: the list of templates and the newest tasks, over HTTP: whole answers, not parsed, with the
 * clients on the same machine.
 */
export async function measureReads(): Promise<Row[]> {
  const stack = await TestStack.start({ ownServer: true, runners: 0 });
  const repository = await createGitRepository({ 'run.sh': '' });
  try {
    const client = await stack.admin();
    const project = await createProject(client, repository.path);
    for (let i = 0; i < TEMPLATES; i++) {
      await createTemplate(client, project, { name: `T${i}` });
    }
    await fill(stack.postgres.url, project.id);
    const base = `/project/${project.id}`;
    return [
      await listRate(stack, client, `${base}/templates`),
      await oneCaller(stack, client, `${base}/tasks/last`, LAST_TARGET_MS),
    ];
  } finally {
    await stack.close();
    await repository.remove();
  }
}

async function fill(url: string, projectId: number): Promise<void> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  await database.query(
    `insert into task (project_id, template_id, user_id, status, app, playbook, message, commit_hash, commit_message, created,
                       started, ended)
       select $1, t.ids[1 + i % ${TEMPLATES}], (select min(id) from "user"), 'success', 'bash', 'run.sh', 'Message ' || i,
              md5(i::text), 'Commit ' || i, now(), now(), now()
         from generate_series(1, ${TASKS}) i, (select array_agg(id) as ids from template where project_id = $1) t`,
    [projectId],
  );
  await database.query('vacuum analyze');
  await database.end();
}

async function listRate(stack: TestStack, client: ApiClient, path: string): Promise<Row> {
  await callFor(WARM_UP_MS, CALLERS, () => client.read(path));
  const before = processorTimes(stack);
  const times = await callFor(MEASURED_MS, CALLERS, () => client.read(path));
  const rate = times.length / (MEASURED_MS / 1000);
  return {
    what: `list of ${TEMPLATES} templates, ${CALLERS} callers`,
    measured: `${rate.toFixed(0)} per second, p95 ${quantile(times, 0.95).toFixed(0)} ms; ${processorCost(before, processorTimes(stack), times.length)}`,
    target: `≥ ${RATE_TARGET} per second`,
    met: rate >= RATE_TARGET,
  };
}

async function oneCaller(stack: TestStack, client: ApiClient, path: string, targetMs: number): Promise<Row> {
  await callFor(WARM_UP_MS, 1, () => client.read(path));
  const before = processorTimes(stack);
  const times = await callFor(MEASURED_MS, 1, () => client.read(path));
  const p50 = quantile(times, 0.5);
  return {
    what: `tasks/last of ${TASKS} tasks, one caller`,
    measured: `p50 ${p50.toFixed(1)}, p95 ${quantile(times, 0.95).toFixed(1)} ms; ${processorCost(before, processorTimes(stack), times.length)}`,
    target: `p50 ≤ ${targetMs} ms`,
    met: p50 <= targetMs,
  };
}

/** Calls again and again for so long; answers how long each took, in milliseconds. */
async function callFor(forMs: number, callers: number, call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + forMs;
  const caller = async (): Promise<void> => {
    while (performance.now() < end) {
      const begun = performance.now();
      await call();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return times;
}
