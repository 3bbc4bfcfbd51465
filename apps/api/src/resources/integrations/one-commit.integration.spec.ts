import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Integration, IntegrationAlias, IntegrationAnswer, IntegrationDelivery } from '@switchyard/contracts';
import { Task, type Template } from '@switchyard/database';
import { newTemplate } from '@switchyard/database/testing';
import { Client } from '../../testing/client.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';

const [A, B] = ['a'.repeat(40), 'b'.repeat(40)];
let test: ProjectFixture;
let template: Template;

beforeAll(async () => {
  test = await startProjectFixture({ SWITCHYARD_WEBHOOKS_PER_MINUTE: '100' });
});
afterAll(() => test.close());
beforeEach(async () => {
  const allowed = { allowOverrideBranchInTask: true, allowAnyVarsInTask: true };
  template = await newTemplate(test.dataSource, { projectId: test.projectId, ...allowed });
});

const value = (key: string, variable: string) => ({
  name: variable,
  value_source: 'body',
  body_data_type: 'json',
  key,
  variable,
  variable_type: 'task',
});

/** An integration that reads branch and commit, and its address. */
async function integration(part: object = {}) {
  const made = await test.manager.post(`${test.base}/integrations`, { name: 'I', template_id: template.id, ...part });
  const path = `${test.base}/integrations/${made.json<Integration>().id}`;
  await test.manager.post(`${path}/values`, value('branch', 'git_branch'));
  await test.manager.post(`${path}/values`, value('commit', 'commit_hash'));
  const alias = await test.manager.post(`${path}/aliases`);
  return { path, address: new URL(alias.json<IntegrationAlias>().url).pathname };
}
type Made = Awaited<ReturnType<typeof integration>>;

async function send({ address }: Made, commit: string, branch = 'main'): Promise<number | undefined> {
  const sender = new Client(test.address).with({
    'content-type': 'application/json',
    'x-github-delivery': randomUUID(),
  });
  const answer = await sender.post(address, JSON.stringify({ branch, commit }));
  expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
  return answer.json<IntegrationAnswer>().task_ids[0];
}

const tasks = () => test.dataSource.manager.find(Task, { where: { templateId: template.id }, order: { id: 'ASC' } });
const results = async ({ path }: Made) => (await test.manager.get(`${path}/deliveries`)).json<IntegrationDelivery[]>();

describe('webhooks of one commit', () => {
  it('should become one task, also at the same time', async () => {
    const [push, pull] = [await integration(), await integration()];
    const ids = await Promise.all([push, pull, push, pull].map((to) => send(to, A)));
    expect(new Set(ids)).toEqual(new Set((await tasks()).map(({ id }) => id)));
    expect(ids).toHaveLength(4);
    const all = [...(await results(push)), ...(await results(pull))].map(({ result, task_id }) => [result, task_id]);
    expect(all.sort()).toEqual([...Array(3).fill(['duplicate', ids[0]]), ['started', ids[0]]]);
  });

  it('should become several where they start something else', async () => {
    const other = await integration({ task_params: { environment: '{"STAGE":"two"}' } });
    const one = await integration();
    await send(one, A);
    await send(other, A);
    await send(one, A, 'feature');
    expect(await tasks()).toHaveLength(3);
  });

  it('should become a task again once another commit was started between', async () => {
    const to = await integration();
    for (const commit of [A, B, A]) {
      await send(to, commit);
    }
    expect((await tasks()).map(({ commitHash }) => commitHash)).toEqual([A, B, A]);
  });

  it('should become a task again later, and when a person delivers them again', async () => {
    const to = await integration();
    await send(to, A);
    const [delivery] = await results(to);
    expect((await test.manager.post(`${to.path}/deliveries/${delivery?.id}/redeliver`)).status).toBeLessThan(300);
    expect(await tasks()).toHaveLength(2);
    await test.dataSource.query(`update commit_launch set created = now() - interval '11 minutes'`);
    await send(to, A);
    expect(await tasks()).toHaveLength(3);
  });

  it('should become one build', async () => {
    template = await newTemplate(test.dataSource, {
      projectId: test.projectId,
      allowOverrideBranchInTask: true,
      type: 'build',
      startVersion: '1.0.0',
    });
    const [push, pull] = [await integration(), await integration()];
    await Promise.all([push, pull].map((to) => send(to, A)));
    expect((await tasks()).map(({ version }) => version)).toEqual(['1.0.0']);
  });
});

describe('an integration that stops older tasks', () => {
  it('should stop those of the same branch that senders started, but none whose plan was confirmed', async () => {
    const to = await integration({ stops_older: true });
    const first = await send(to, A);
    await send(to, A, 'feature');
    await test.manager.post(`${test.base}/tasks`, { template_id: template.id, git_branch: 'main' });
    await send(to, B);
    const statuses = async () => (await tasks()).map(({ status }) => status);
    expect(await statuses()).toEqual(['stopped', 'waiting', 'waiting', 'waiting']);
    await test.dataSource.query(`update task set decided = now() where template_id = $1 and commit_hash = $2`, [
      template.id,
      B,
    ]);
    await send(to, A);
    expect(await statuses()).toEqual(['stopped', 'waiting', 'waiting', 'waiting', 'waiting']);
    expect((await tasks())[0]?.id).toBe(first);
  });

  it('should stop nothing unless it is set to', async () => {
    const to = await integration();
    await send(to, A);
    await send(to, B);
    expect((await tasks()).map(({ status }) => status)).toEqual(['waiting', 'waiting']);
  });
});
