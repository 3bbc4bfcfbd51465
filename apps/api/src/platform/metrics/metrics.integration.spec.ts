import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AttemptLease, RealtimeEvent } from '@switchyard/contracts';
import { freePort } from '@switchyard/testing';
import { Client } from '../../testing/client.js';
import { openConsolePage } from '../../testing/console-socket.js';
import { withSecrets } from '../../testing/poisoned-tasks.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import { assignWaiting, RunnerClient } from '../../testing/runner-client.js';
import { startTestApp } from '../../testing/test-app.js';

const TOKEN = 'token-of-prometheus';

describe('GET /metrics of an api', () => {
  let test: ProjectFixture;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    test = await startProjectFixture({ SWITCHYARD_METRICS_PORT: String(port), SWITCHYARD_METRICS_TOKEN: TOKEN });
  });
  afterAll(() => test.close());

  const scrape = async (authorization = `Bearer ${TOKEN}`) => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization } });
    return { status: answer.status, text: await answer.text() };
  };
  /** The value of a sample by its name and labels; 0 = it has not come yet. */
  async function sample(name: string): Promise<number> {
    const line = (await scrape()).text.split('\n').find((each) => each.startsWith(`${name} `));
    return Number(line?.split(' ').at(-1) ?? 0);
  }

  it('should ask for its token, and be nowhere on the port of the console', async () => {
    const statuses = [(await scrape('')).status, (await scrape('Bearer wrong')).status, (await scrape()).status];
    expect(statuses).toEqual([401, 401, 200]);
    expect((await fetch(`${test.address}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(
      404,
    );
  });

  it('should report its process, the pool and the statements', async () => {
    const before = await sample('switchyard_statement_seconds_count');
    await test.manager.get(`${test.base}/templates`);
    expect(await sample('switchyard_statement_seconds_count')).toBeGreaterThan(before);
    expect(await sample('switchyard_database_connections{state="idle"}')).toBeGreaterThan(0);
    expect(await sample('switchyard_database_connections{state="waiting"}')).toBe(0);
    expect(await sample('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect((await scrape()).text).toContain('switchyard_worker_jobs{pool="search-thread"} 0');
  });

  it('should time requests by who calls and how they end', async () => {
    const count = (caller: string, status: string): Promise<number> =>
      sample(`switchyard_http_request_seconds_count{caller="${caller}",status="${status}"}`);
    const [found, missing, webhooks] = [
      await count('api', '2xx'),
      await count('api', '4xx'),
      await count('webhook', '4xx'),
    ];
    await test.manager.get(`${test.base}/templates`);
    await test.manager.get(`${test.base}/templates/999999`);
    await new Client(test.address).post('/api/integrations/nobody-is-here', '{}');
    expect(await count('api', '2xx')).toBe(found + 1);
    expect(await count('api', '4xx')).toBe(missing + 1);
    expect(await count('webhook', '4xx')).toBe(webhooks + 1);
  });

  it('should follow a log from its runner to who watches', async () => {
    const runner = await RunnerClient.create(test);
    const task = await withSecrets(['hunter22-secret'])(test);
    await assignWaiting(test);
    const [held] = (await test.dataSource.query<AttemptLease[]>(
      'select id as attempt, lease_id as lease from attempt where task_id = $1',
      [task.id],
    )) as [AttemptLease];
    const { socket } = await openConsolePage(test, { admin: true });
    await socket.emitWithAck(RealtimeEvent.watchTask, { project_id: task.projectId, task_id: task.id, next: 0 });
    expect(await sample('switchyard_live_connections{kind="console"}')).toBe(1);
    const lines = once(socket as unknown as NodeJS.EventEmitter, RealtimeEvent.log);
    await runner.log(held, 0, 'one\ntwo\n');
    await lines;
    expect(await sample('switchyard_log_lines_total')).toBe(2);
    expect(await sample('switchyard_log_bytes_total')).toBe(8);
    expect(await sample('switchyard_log_lag_seconds_count')).toBe(1);
    expect(await sample('switchyard_http_request_seconds_count{caller="runner",status="2xx"}')).toBeGreaterThan(0);
    socket.disconnect();
  });

  it('should take no name that a person gave as a label', async () => {
    const { text } = await scrape();
    expect(text).not.toMatch(/project|template_|user="/);
    expect(text.length).toBeLessThan(60_000);
  });
});

it('should not be opened without a port', async () => {
  const test = await startTestApp({ SWITCHYARD_METRICS_TOKEN: TOKEN });
  expect(test.logged()).not.toContain('Metrics are answered');
  await test.close();
});
