import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TaskStatus } from '@switchyard/contracts';
import type { GitRepository } from '@switchyard/database';
import { eventually, PUBLISHED_APIS, requestFaults } from '@switchyard/testing';
import { ForgeFixture } from '../../testing/forge-fixture.js';

const COMMIT = 'c0ffee'.padEnd(40, '1');

describe('what is reported of a commit', () => {
  let test: ForgeFixture;

  beforeAll(async () => {
    test = await ForgeFixture.open();
  });
  beforeEach(async () => {
    await test.begin();
    test.forge.answer = (answer) => answer.writeHead(201).end('{}');
  });
  afterEach(() => test.end());
  afterAll(() => test.database.drop());

  const reported = () => test.forge.calls.map(({ body }) => JSON.parse(body) as { state: string; description: string });

  it('should be each state of its task, in the shape that the forge publishes, with a link', async () => {
    await test.start();
    const task = await test.launch(COMMIT);
    await eventually(() => expect(reported()).toHaveLength(1));
    const moves: [TaskStatus, TaskStatus][] = [
      ['waiting', 'running'],
      ['running', 'waiting_confirmation'],
      ['waiting_confirmation', 'running'],
      ['running', 'success'],
    ];
    for (const [index, [from, to]] of moves.entries()) {
      await test.move(task, from, to);
      await eventually(() => expect(reported()).toHaveLength(index + 2));
    }
    expect(reported().map(({ state, description }) => `${state}: ${description}`)).toEqual([
      'pending: Waiting for a runner',
      'pending: Running',
      'pending: Waiting for confirmation',
      'pending: Running',
      'success: Succeeded',
    ]);
    for (const { method, path, headers, body } of test.forge.calls) {
      const url = `${test.forge.origin}${path}`;
      expect(requestFaults(PUBLISHED_APIS.gitea, { method, url, headers, body })).toEqual([]);
      expect(path).toBe(`/api/v1/repos/ops/site/statuses/${COMMIT}`);
      expect(headers).toMatchObject({ authorization: 'token the-token' });
      expect(JSON.parse(body)).toMatchObject({
        context: 'switchyard/Deploy',
        target_url: `https://yard.example/project/${test.projectId}/templates/${test.templateId}?t=${task.id}`,
      });
    }
    await eventually(async () =>
      expect((await test.messages()).map(({ status }) => status)).toEqual(Array(5).fill('delivered')),
    );
  }, 120_000);

  it('should be tried again where the forge is away, the last state alone, and be shown as dead in the end', async () => {
    test.forge.answer = (answer) => answer.writeHead(503).end();
    await test.start();
    const task = await test.launch(COMMIT);
    await eventually(async () => expect(await test.messages()).toMatchObject([{ tries: 1, error: 'http_status' }]));
    await test.move(task, 'waiting', 'error');
    await eventually(async () =>
      expect((await test.messages()).map(({ payload }) => payload['progress'])).toEqual(['failure']),
    );
    await test.database.dataSource.query(`update outbox_message set since = now() - interval '25 h'`);
    await test.retryNow();
    await eventually(async () =>
      expect(await test.messages()).toMatchObject([
        { status: 'dead', error: 'http_status', projectId: test.projectId },
      ]),
    );
    expect(await test.database.dataSource.query('select status from task')).toEqual([{ status: 'error' }]);
  }, 120_000);

  it('should be nothing without a key, without a commit, or of a shortened one', async () => {
    await test.start();
    await test.launch(null);
    await test.launch('c0ffee1');
    await test.template({ statusKeyId: null });
    await test.launch(COMMIT);
    await test.template();
    await test.launch(COMMIT);
    await eventually(() => expect(reported()).toHaveLength(1));
    expect(await test.messages()).toHaveLength(1);
  }, 60_000);

  it('should be that the commit of a fork waits for approval, until a task of it says more', async () => {
    test.forge.answer = (answer) => answer.writeHead(503).end();
    await test.start();
    const other = 'd'.repeat(40);
    for (const [commit, deliveryId] of [COMMIT, other, COMMIT, 'short'].map((each, i) => [each, `delivery ${i % 2}`])) {
      await test.awaitApproval(commit ?? '', deliveryId ?? '');
    }
    await test.launch(COMMIT);
    await eventually(async () => expect(await test.messages()).toHaveLength(3));
    test.forge.answer = (answer) => answer.writeHead(201).end('{}');
    test.forge.calls.length = 0;
    await eventually(async () => {
      await test.retryNow();
      expect((await test.messages()).map(({ status, error }) => error ?? status).sort()).toEqual([
        'delivered',
        'delivered',
        'outdated',
      ]);
    });
    expect(test.forge.calls.map(({ path, body }) => [path.slice(-40), JSON.parse(body)]).sort()).toMatchObject([
      [COMMIT, { state: 'pending', description: 'Waiting for a runner' }],
      [
        other,
        {
          state: 'pending',
          description: 'Waiting for approval',
          target_url: `https://yard.example/project/${test.projectId}/integrations`,
        },
      ],
    ]);
  }, 60_000);

  it.each<[string, Partial<GitRepository>, object, Record<string, string>, string]>([
    ['an address that is not allowed', {}, {}, { SWITCHYARD_OUTBOUND_ALLOW: 'none' }, 'refused'],
    ['a key without a password', {}, { password: '' }, {}, 'no_secret'],
    ['a forge that takes none', { forge: 'gogs' }, {}, {}, 'address'],
    ['another secret key', {}, {}, { SWITCHYARD_SECRET_KEY: randomBytes(32).toString('base64') }, 'secret_unreadable'],
  ])('should fail visibly for %s', async (_, row, credential, settings, error) => {
    await test.template(row, credential);
    await test.start(settings);
    await test.launch(COMMIT);
    await eventually(async () => expect(await test.messages()).toMatchObject([{ status: 'pending', error }]));
    expect(test.forge.calls).toEqual([]);
  });
});
