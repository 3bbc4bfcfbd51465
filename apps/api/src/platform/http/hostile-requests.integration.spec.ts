import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newGitRepository, newInventory, newTask, newTemplate } from '@switchyard/database/testing';
import { Client } from '../../testing/client.js';
import { startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';
import { assignWaiting, RunnerClient } from '../../testing/runner-client.js';

const MIB = 1024 * 1024;
const TOO_LARGE = '{"error":"The body is larger than 64 KiB","code":"body_too_large","params":{"size":"64 KiB"}}';

/** Status and text; `closed` when the server stopped to read before the client had sent all and looked for an answer. */
const outcome = (answer: Promise<Response>): Promise<(number | string)[]> =>
  answer.then(
    async (response) => [response.status, await response.text()],
    () => ['closed'],
  );

/** Status and text of the answer to a request that names a body of 1 MiB and never sends it. */
async function answerWithoutBody(url: string, headers: OutgoingHttpHeaders): Promise<[number | undefined, string]> {
  const signal = AbortSignal.timeout(30_000);
  const call = request(url, { method: 'POST', headers: { ...headers, 'content-length': MIB }, signal });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  call.flushHeaders();
  const [answer] = await answered;
  return [answer.statusCode, await text(answer)];
}

describe('a hostile request', () => {
  let test: ProjectFixture;
  let template: { id: number; body: Record<string, unknown> };

  beforeAll(async () => {
    test = await startProjectFixture();
    const { dataSource, projectId } = test;
    const [repository, inventory] = [
      await newGitRepository(dataSource, { projectId }),
      await newInventory(dataSource, { projectId }),
    ];
    const { id } = await newTemplate(dataSource, { projectId, allowOverrideArgsInTask: true });
    const body = { name: 'x', app: 'ansible', playbook: 'site.yml' };
    template = { id, body: { ...body, repository_id: repository.id, inventory_id: inventory.id } };
  });
  afterAll(() => test.close());

  /** Half a surrogate pair as an escape: JSON.stringify writes it so. */
  const half = 'x\ud800';

  it.each<[string, () => [client: Client, method: 'POST' | 'PUT', path: string, body: unknown]]>([
    ['a project', () => [test.owner, 'PUT', test.base, { name: half }]],
    ['a key', () => [test.manager, 'POST', `${test.base}/keys`, { name: half, type: 'none' }]],
    ['a template', () => [test.manager, 'POST', `${test.base}/templates`, { ...template.body, name: half }]],
    [
      'a description',
      () => [test.manager, 'PUT', `${test.base}/templates/${template.id}/description`, { description: half }],
    ],
    ['a registration token', () => [test.admin, 'POST', '/api/runners/registration-tokens', { name: half }]],
    ['arguments of an app', () => [test.admin, 'POST', '/api/apps/half', { title: 'x', path: 'sh', args: [half] }]],
    ['a message of a launch', () => [test.manager, 'POST', `${test.base}/tasks`, { template_id: 1, message: half }]],
  ])('should be refused when %s holds half of a surrogate pair', async (_, request) => {
    const [client, method, path, body] = request();
    const answer = await client.send(method, path, body);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('half of a surrogate pair, at ')]);
  });

  it.each([
    ['environment', '{"a":"\\u0000"}', 'environment: must not contain the NUL character (\\u0000), at a'],
    ['secret', '{"a":{"b":"\\udfff"}}', 'secret: must not contain half of a surrogate pair, at a.b'],
    ['arguments', '["\\ud800"]', 'arguments: must not contain half of a surrogate pair, at 0'],
    ['environment', `{"a":${'['.repeat(6000)}${']'.repeat(6000)}}`, 'environment: is nested more than 100 levels deep'],
  ])('should be refused when the JSON in %s is what nothing can store', async (member, text, error) => {
    const answer = await test.manager.post(`${test.base}/tasks`, { template_id: template.id, [member]: text });
    expect([answer.status, answer.json<{ error: string }>().error]).toEqual([400, expect.stringContaining(error)]);
  });

  it('should be refused when the JSON of a variable group is', async () => {
    const environment = { name: 'x', json: '{"a":"\\u0000"}', env: '{}' };
    const answer = await test.manager.post(`${test.base}/environment`, environment);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('json: must not contain the NUL')]);
  });

  it('should be refused at once with a million hosts to limit to', async () => {
    const limit = Array.from({ length: 1_000_000 }, () => 'a');
    const launch = { template_id: template.id, params: { limit } };
    const started = performance.now();
    expect((await test.manager.post(`${test.base}/tasks`, JSON.stringify(launch))).status).toBe(400);
    const fewer = { ...launch, params: { limit: limit.slice(0, 90_000) } };
    expect((await test.manager.post(`${test.base}/tasks`, fewer)).status).toBe(400);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('should be refused with thousands of values in a question', async () => {
    const values = (count: number, length: number) =>
      Array.from({ length: count }, (_, i) => ({ name: `${i}`, value: 'x'.repeat(length) }));
    const launch = (answers: object[]) =>
      test.manager.post(`${test.base}/templates`, {
        ...template.body,
        survey_vars: [{ name: 'a', title: 'a', type: 'enum', values: answers }],
      });
    const many = await launch(values(20_000, 60));
    expect([many.status, many.text]).toEqual([
      400,
      expect.stringContaining('survey_vars.0.values: must have at most 1000 entries'),
    ]);
    expect((await launch(values(500, 1_000))).status).toBe(201);
  });

  it('should be answered in time when it is 16 MiB of empty lists, for every sender', async () => {
    const body = `{"z":[${'[],'.repeat((16 * MIB) / 3)}[]]}`;
    const started = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => outcome(fetch(`${test.address}/api/auth/login`, { method: 'POST', body }))),
    );
    const stranger = await new Client(test.address).post('/api/auth/login', body.slice(0, 60_000));
    const known = await test.manager.post(`${test.base}/tasks`, `${body.slice(0, 3 * MIB)}`);
    expect([stranger.status, known.status, known.text]).toEqual([
      400,
      400,
      expect.stringContaining('The body has more than 100000 values'),
    ]);
    for (const answer of answers) {
      expect([[413, TOO_LARGE], ['closed']]).toContainEqual(answer);
    }
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('should identify the sender before a large body is read', async () => {
    const inventory = { name: 'x', type: 'static', inventory: `${'host\n'.repeat(300_000)}` };
    const path = `${test.base}/inventory`;
    expect((await test.manager.post(path, inventory)).status).toBe(201);
    expect(await answerWithoutBody(`${test.address}${path}`, {})).toEqual([
      401,
      expect.stringContaining('"code":"not_signed_in"'),
    ]);
  });

  it('should be refused when a runner reports times that are none', async () => {
    const { dataSource, projectId } = test;
    const runner = await RunnerClient.create(test, { tags: ['time'] });
    const task = await newTask(dataSource, await newTemplate(dataSource, { projectId, runnerTag: 'time' }));
    await assignWaiting(test);
    const [attempt] = await dataSource.query<{ id: number; lease_id: string }[]>(
      'select id, lease_id from attempt where task_id = $1',
      [task.id],
    );
    const report = (start: string, end: string | null) =>
      runner.call('results', {
        attempt: attempt?.id,
        lease: attempt?.lease_id,
        hosts: [],
        errors: [],
        stages: [{ type: 'running', start, end, first_line: null, last_line: null }],
      });
    for (const time of ['soon', '2026-13-01T00:00:00Z', '0000-01-01T00:00:00Z', '']) {
      expect((await report(time, null)).status).toBe(400);
    }
    expect((await report('2026-11-22T00:00:00+23:30', '2026-11-22T01:00:00Z')).status).toBe(204);
    const [stage] = await dataSource.query<{ started: Date }[]>('select started from task_stage where task_id = $1', [
      task.id,
    ]);
    expect(stage?.started.toISOString()).toBe('2026-11-21T00:30:00.000Z');
  });

  it('should not be read beyond the default when a runner is not known', async () => {
    const runner = await RunnerClient.create(test, {});
    const { url, headers } = runner.request('results', Buffer.alloc(MIB, 0x20), { token: 'guessed' });
    expect(await answerWithoutBody(url, headers)).toEqual([
      401,
      '{"error":"UNKNOWN_RUNNER","code":"UNKNOWN_RUNNER","params":{}}',
    ]);
  });

  it('should leave the ordinary ones alone', async () => {
    const launch = { template_id: template.id, environment: JSON.stringify({ text: 'ä\u{1f600}' }) };
    expect((await test.manager.post(`${test.base}/tasks`, launch)).status).toBe(201);
  });
});
