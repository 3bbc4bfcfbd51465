import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_NODE_OPTIONS, createGitRepository, eventually, freePort } from '@switchyard/testing';
import { ApiClient } from '../support/api-client.js';
import { Part } from '../support/part.js';
import { createProject, createTemplate } from '../support/project.js';
import { ADMIN, TestStack } from '../support/stack.js';
import type { Row } from './report.js';
import { quantile } from './statistics.js';

const PAIRS = 100;
const [READS, STARTS, WARM_UP] = [1_000, 200, 1_000];
const CALLERS = 8;
const TARGET = 1.02;
const TOKEN = 'metrics-of-the-bench';

interface Measured {
  address: string;
  pid: number;
  client: ApiClient;
  /** Of its metrics; null where it keeps none. */
  scraped: string | null;
}

/**
 * Processor time of a request with metrics beside one without, by two apis on one database that take turns: the median of the ratios of
 * neighbouring turns. The one with metrics is scraped in each of its turns, more often than Prometheus does.
 */
export async function measureMetricsCost(): Promise<Row[]> {
  const stack = await TestStack.start({ ownServer: true, runners: 0 });
  const repository = await createGitRepository({ 'run.sh': '' });
  const counting = await startCounting(stack);
  try {
    const plain = { address: stack.address, pid: stack.apis[0]?.pid ?? 0, client: await stack.admin(), scraped: null };
    const project = await createProject(plain.client, repository.path);
    const template = await createTemplate(plain.client, project, { allow_parallel_tasks: true });
    const base = `/project/${project.id}`;
    const list = ({ client }: Measured): Promise<unknown> => client.read(`${base}/tasks/last`);
    const start = ({ client }: Measured): Promise<unknown> => client.create(`${base}/tasks`, { template_id: template });
    return [
      await compared('list of the newest tasks', [counting.api, plain], { calls: READS, call: list }),
      await compared('POST task', [counting.api, plain], { calls: STARTS, call: start }),
    ];
  } finally {
    await counting.part.stop();
    await stack.close();
    await repository.remove();
  }
}

async function startCounting(stack: TestStack): Promise<{ part: Part; api: Measured }> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const env = {
    SWITCHYARD_DATABASE_URL: stack.postgres.url,
    SWITCHYARD_DATA_DIR: stack.dir,
    SWITCHYARD_PORT: String(port),
    SWITCHYARD_METRICS_PORT: String(metricsPort),
    SWITCHYARD_METRICS_TOKEN: TOKEN,
  };
  const command = { options: API_NODE_OPTIONS, program: 'apps/api/dist/main.js' };
  const part = new Part('api-counting', command, env, join(stack.dir, 'logs'));
  part.start();
  const address = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(`${address}/api/health`)).status === 200, { timeout: 60_000 });
  const client = new ApiClient(address);
  await client.signIn(ADMIN.login, ADMIN.password);
  return { part, api: { address, pid: part.pid, client, scraped: `http://127.0.0.1:${metricsPort}/metrics` } };
}

interface Work {
  calls: number;
  call: (api: Measured) => Promise<unknown>;
}

async function compared(what: string, [counting, plain]: readonly [Measured, Measured], work: Work): Promise<Row> {
  for (const api of [counting, plain]) {
    await cost(api, { ...work, calls: Math.min(WARM_UP, work.calls * 2) });
  }
  const pairs: { ratio: number; plain: number }[] = [];
  for (let i = 0; i < PAIRS; i++) {
    const order = i % 2 === 0 ? [counting, plain] : [plain, counting];
    const costs = new Map<Measured, number>();
    for (const api of order) {
      costs.set(api, await cost(api, work));
    }
    const without = costs.get(plain) ?? Number.NaN;
    pairs.push({ ratio: (costs.get(counting) ?? Number.NaN) / without, plain: without });
  }
  const ratios = pairs.map(({ ratio }) => ratio);
  const [low, middle, high] = medianInterval(ratios);
  const ms = quantile(
    pairs.map((pair) => pair.plain),
    0.5,
  );
  return {
    what: `processor time of the api with metrics beside without, ${what} (${PAIRS} pairs of ${work.calls.toLocaleString('en')})`,
    measured: `${middle.toFixed(3)} (95 %: ${low.toFixed(3)} to ${high.toFixed(3)}); without ${(ms / work.calls).toFixed(2)} ms each`,
    target: `≤ ${TARGET}`,
    met: middle <= TARGET,
  };
}

/** Milliseconds of processor time that the api takes for the calls, some at a time. */
async function cost({ pid, scraped, ...api }: Measured, { calls, call }: Work): Promise<number> {
  const before = runningMs(pid);
  let left = calls;
  const caller = async (): Promise<void> => {
    while (left-- > 0) {
      await call({ pid, scraped, ...api });
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  if (scraped !== null) {
    await (await fetch(scraped, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  }
  return runningMs(pid) - before;
}

/** Time on a processor of all living threads, which the scheduler counts in nanoseconds (proc(5), schedstat). */
const runningMs = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  );

/** The median between the bounds within which it lies with 95 %, by the order of the values (binomial, normal approximation). */
function medianInterval(values: readonly number[]): [number, number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const half = (1.96 * Math.sqrt(sorted.length)) / 2;
  const at = (place: number): number =>
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(place)))] ?? Number.NaN;
  return [at(sorted.length / 2 - half), quantile(sorted, 0.5), at(sorted.length / 2 + half)];
}
