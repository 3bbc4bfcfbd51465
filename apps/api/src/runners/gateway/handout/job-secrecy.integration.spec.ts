import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PollAnswer } from '@switchyard/contracts';
import { newEnvironment, newGitRepository, newTemplate } from '@switchyard/database/testing';
import { eventually, startRedis, type TestRedis } from '@switchyard/testing';
import nacl from 'tweetnacl';
import { assignWaiting, RunnerClient } from '../../../testing/runner-client.js';
import { startProjectFixture, type ProjectFixture } from '../../../testing/project-fixture.js';

/** Every command that a Redis server receives (MONITOR). */
async function listenIn(port: number): Promise<{ commands: () => string; socket: Socket }> {
  let text = '';
  const socket = connect(port, '127.0.0.1').on('data', (bytes) => (text += bytes.toString('latin1')));
  await once(socket, 'connect');
  socket.write('MONITOR\r\n');
  await once(socket, 'data');
  return { commands: () => text, socket };
}

describe('the job of a task', () => {
  const canary = (): string => `canary-${randomBytes(9).toString('hex')}`;
  const [password, secret, variable] = [canary(), canary(), canary()];
  let redis: TestRedis;
  let monitor: Awaited<ReturnType<typeof listenIn>>;
  let test: ProjectFixture;
  let runner: RunnerClient;
  beforeAll(async () => {
    redis = await startRedis();
    monitor = await listenIn(redis.port);
    test = await startProjectFixture({ SWITCHYARD_QUEUE_URL: redis.url });
    runner = await RunnerClient.create(test);
  });
  afterAll(async () => {
    await test.close();
    monitor.socket.destroy();
    await redis.remove();
  });

  it('should reach the runner sealed, and its secrets neither the queue nor the bus nor a log', async () => {
    const { dataSource, projectId } = test;
    const key = await test.owner.post(`${test.base}/keys`, {
      name: 'k',
      type: 'login_password',
      login_password: { login: 'git', password },
    });
    const secrets = [{ type: 'env', name: 'SECRET', secret, operation: 'create' }];
    const { id: environmentId } = await newEnvironment(dataSource, { projectId });
    const changed = { id: environmentId, name: 'e', json: JSON.stringify({ variable }), env: '{}', secrets };
    expect((await test.owner.put(`${test.base}/environment/${environmentId}`, changed)).status).toBe(204);
    const repository = await newGitRepository(dataSource, { projectId, sshKeyId: key.json<{ id: number }>().id });
    const template = await newTemplate(dataSource, { projectId, repositoryId: repository.id, environmentId });
    expect((await test.owner.post(`${test.base}/tasks`, { template_id: template.id })).status).toBe(201);
    await eventually(() => expect(monitor.commands()).toContain('dispatch'));
    await assignWaiting(test);
    const wish = { held: [], apps: [{ id: 'bash', version: '1' }], version: '1', max_parallel_tasks: 1 };
    const poll = await runner.call('poll', wish);
    const [job] = (poll.body as PollAnswer).jobs;
    const [box, nonce] = [job?.sealed ?? '', job?.nonce ?? ''].map(
      (text) => new Uint8Array(Buffer.from(text, 'base64')),
    );
    const opened = box && nonce && nacl.box.open.after(box, nonce, runner.sharedKey);
    const plain = Buffer.from(opened ?? []).toString();
    for (const text of [password, secret, variable]) {
      expect(plain).toContain(text);
      expect(JSON.stringify(poll.body)).not.toContain(text);
      expect(monitor.commands()).not.toContain(text);
      expect(test.logged()).not.toContain(text);
    }
    expect(nacl.box.open.after(box ?? new Uint8Array(), nonce ?? new Uint8Array(24), randomBytes(32))).toBeNull();
  });
});
