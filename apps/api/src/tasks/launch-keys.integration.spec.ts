import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaskWithTemplate } from '@switchyard/contracts';
import { Task, type Template } from '@switchyard/database';
import { newTemplate } from '@switchyard/database/testing';
import { createLogger } from '@switchyard/server';
import { createApp } from '../app/create-app.js';
import { type Client, signInAs } from '../testing/client.js';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';

describe('Idempotency-Key', () => {
  let test: ProjectFixture;
  let second: Awaited<ReturnType<typeof createApp>>;
  let runner: Client;
  let template: Template;

  beforeAll(async () => {
    test = await startProjectFixture();
    second = await createApp(test.config, createLogger({ name: 'second', level: 'silent' }));
    await second.listen(0, '127.0.0.1');
    runner = await signInAs(test, test.projectId, 'task_runner');
    template = await newTemplate(test.dataSource, { projectId: test.projectId });
  });
  afterAll(async () => {
    await second.close();
    await test.close();
  });

  const launch = (client: Client, key: string, body: object = {}) =>
    client.with({ 'idempotency-key': key }).post(`${test.base}/tasks`, { template_id: template.id, ...body });
  const taskIds = async (): Promise<number[]> =>
    (await test.dataSource.getRepository(Task).findBy({ templateId: template.id })).map(({ id }) => id);

  it('should make one task of 50 equal launches at two replicas', async () => {
    const before = await taskIds();
    const there = runner.at(await second.getUrl());
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => launch(i % 2 === 0 ? runner : there, 'fifty', { message: 'once' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const fresh = (await taskIds()).filter((id) => !before.includes(id));
    expect(fresh).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.json<TaskWithTemplate>().id))).toEqual(new Set(fresh));
  });

  it('should answer the task as it is now, and know the key in quotes', async () => {
    const { id } = (await launch(runner, 'later')).json<TaskWithTemplate>();
    expect((await runner.post(`${test.base}/tasks/${id}/stop`)).status).toBe(204);
    expect((await launch(runner, '"later"')).json()).toMatchObject({ id, status: 'stopped' });
  });

  it('should refuse another body under the same key', async () => {
    await launch(runner, 'body', { message: 'a' });
    const before = await taskIds();
    expect((await launch(runner, 'body', { message: 'b' })).status).toBe(422);
    expect(await taskIds()).toEqual(before);
  });

  it('should keep people and launches without a key apart', async () => {
    const ids = [
      await launch(runner, 'mine'),
      await launch(test.manager, 'mine'),
      await runner.post(`${test.base}/tasks`, { template_id: template.id }),
    ].map((answer) => answer.json<TaskWithTemplate>().id);
    expect(new Set(ids).size).toBe(3);
  });

  it('should keep no key of a launch that was refused', async () => {
    expect((await launch(runner, 'refused', { template_id: 999_999 })).status).toBe(404);
    expect((await launch(runner, 'refused')).status).toBe(201);
  });

  it('should number builds once', async () => {
    const build = await newTemplate(test.dataSource, {
      projectId: test.projectId,
      type: 'build',
      startVersion: '1.0.0',
    });
    const twice = await Promise.all([1, 2].map(() => launch(runner, 'build', { template_id: build.id })));
    expect(twice.map((answer) => answer.json<TaskWithTemplate>().version)).toEqual(['1.0.0', '1.0.0']);
  });

  it('should forget a key after a day', async () => {
    const { id } = (await launch(runner, 'old')).json<TaskWithTemplate>();
    await test.dataSource.query(`update launch_key set created = now() - interval '25 hours' where key = 'old'`);
    expect((await launch(runner, 'old', { message: 'new' })).json<TaskWithTemplate>().id).toBeGreaterThan(id);
  });

  it.each(['', 'a b', 'a"b', '""', 'k'.repeat(256), 'caf\u00e9'])('should refuse the key %j', async (key) => {
    expect((await launch(runner, key)).status).toBe(400);
  });
});
