import { createHmac, randomUUID } from 'node:crypto';
import type { IntegrationAlias, IntegrationAnswer } from '@switchyard/contracts';
import { createGitRepository, HttpClient } from '@switchyard/testing';
import pg from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { createProject, createTemplate, type TestProject } from '../support/project.js';
import { TestStack } from '../support/stack.js';
import { processorCost, processorTimes } from './processor-time.js';
import type { Row } from './report.js';
import { quantile } from './statistics.js';

const SECRET = 'a secret of the bench';
const INTEGRATIONS = 50;
const WARM_UP = 200;
const ONE_BY_ONE = 500;
const MANY = 3_000;
const AT_ONCE = 32;
const TARGET = { ms: 50, perSecond: 300 } as const;

/** How long a webhook takes until its task is stored, and how many a second one api matches against many integrations. */
export async function measureWebhooks(): Promise<Row[]> {
  const stack = await TestStack.start({
    ownServer: true,
    runners: 0,
    settings: { SWITCHYARD_WEBHOOKS_PER_MINUTE: '1000000' },
  });
  const repository = await createGitRepository({ 'run.sh': '' });
  const database = new pg.Client({ connectionString: stack.postgres.url });
  try {
    await database.connect();
    const client = await stack.admin();
    const project = await createProject(client, repository.path);
    const address = await createIntegrations(client, project);
    const send = sender(client.address, address);
    await times(send, WARM_UP, AT_ONCE);
    return [await latency(send), await throughput(send, stack, database)];
  } finally {
    await database.end();
    await stack.close();
    await repository.remove();
  }
}

/** Each has its own event; all know the sender. Answers the path of an address of the project. */
async function createIntegrations(client: ApiClient, project: TestProject): Promise<string> {
  const base = `/project/${project.id}`;
  const key = await client.create(`${base}/keys`, {
    name: 'Hooks',
    type: 'login_password',
    login_password: { login: '', password: SECRET },
  });
  for (let i = 0; i < INTEGRATIONS; i++) {
    const template_id = await createTemplate(client, project, { name: `T${i}`, allow_override_branch_in_task: true });
    const auth = { auth_method: 'github', auth_secret_id: key, searchable: true };
    const id = await client.create(`${base}/integrations`, { name: `I${i}`, template_id, ...auth });
    const path = `${base}/integrations/${id}`;
    const header = { match_type: 'header', key: 'X-GitHub-Event', method: 'equals', value: 'push' };
    await client.create(`${path}/matchers`, { name: 'event', ...header });
    const body = { match_type: 'body', body_data_type: 'json', key: 'repository.name', method: 'equals' };
    await client.create(`${path}/matchers`, { name: 'repository', ...body, value: `repository ${i}` });
    const ref = { value_source: 'body', body_data_type: 'json', key: 'ref', variable: 'git_branch' };
    await client.create(`${path}/values`, { name: 'branch', ...ref, variable_type: 'task' });
  }
  return new URL((await client.call<IntegrationAlias>('POST', `${base}/integrations/aliases`)).url, client.address)
    .pathname;
}

/** Sends a signed push of 8 KiB, each another delivery; answers the milliseconds until it was answered. */
function sender(origin: string, path: string): (n: number) => Promise<number> {
  const http = new HttpClient();
  const bodies = Array.from({ length: INTEGRATIONS }, (_, i) => {
    const commits = Array.from({ length: 20 }, (__, n) => ({ id: `${n}`.padEnd(40, 'a'), message: 'x'.repeat(300) }));
    const body = JSON.stringify({ ref: 'refs/heads/main', repository: { name: `repository ${i}` }, commits });
    return { body, signature: `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}` };
  });
  return async (n) => {
    const { body = '', signature = '' } = bodies[n % INTEGRATIONS] ?? {};
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'push',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': signature,
    };
    const began = performance.now();
    const answer = await http.send({ origin, path, method: 'POST', headers, body, timeoutMs: 30_000 });
    const took = performance.now() - began;
    const { task_ids: ids = [] } = JSON.parse(answer.body.toString()) as Partial<IntegrationAnswer>;
    if (answer.status !== 202 || ids.length !== 1) {
      throw new Error(`a webhook was answered ${answer.status} ${answer.body.toString()}`);
    }
    return took;
  };
}

/** So many, each of some senders one after the other. */
async function times(send: (n: number) => Promise<number>, count: number, atOnce: number): Promise<number[]> {
  const taken: number[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      taken.push(await send(next++));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return taken;
}

/** It is answered when its task is committed. */
async function latency(send: (n: number) => Promise<number>): Promise<Row> {
  const taken = await times(send, ONE_BY_ONE, 1);
  const [p50, p95] = [quantile(taken, 0.5), quantile(taken, 0.95)];
  return {
    what: `webhook POST → task row, ${INTEGRATIONS} integrations at the address, one after the other (n = ${ONE_BY_ONE.toLocaleString('en')})`,
    measured: `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    target: `p95 ≤ ${TARGET.ms} ms`,
    met: p95 <= TARGET.ms,
  };
}

async function throughput(send: (n: number) => Promise<number>, stack: TestStack, database: pg.Client): Promise<Row> {
  const before = await countTasks(database);
  const processors = processorTimes(stack);
  const began = performance.now();
  await times(send, MANY, AT_ONCE);
  const rate = MANY / ((performance.now() - began) / 1_000);
  const cost = processorCost(processors, processorTimes(stack), MANY);
  const stored = (await countTasks(database)) - before;
  return {
    what: `webhooks of 8 KiB, authenticated and matched against ${INTEGRATIONS} integrations, a task each, ${AT_ONCE} at once (n = ${MANY.toLocaleString('en')})`,
    measured: `${rate.toFixed(0)}/s, ${stored} tasks; ${cost}`,
    target: `≥ ${TARGET.perSecond}/s, one task each`,
    met: rate >= TARGET.perSecond && stored === MANY,
  };
}

async function countTasks(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ n: number }>('select count(*)::int as n from task');
  return rows[0]?.n ?? 0;
}
