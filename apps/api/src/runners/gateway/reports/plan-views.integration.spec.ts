import { Readable } from 'node:stream';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type AttemptLease, MAX_PLAN_VIEW_BYTES, type PlanView, type Template } from '@switchyard/contracts';
import { newProject, newTask, newTemplate } from '@switchyard/database/testing';
import type { Engine } from '@switchyard/engine';
import { BlobStoreAwayError } from '@switchyard/server';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import { signInAs } from '../../../testing/client.js';
import { type HeldTask, heldTask } from '../../../testing/poisoned-tasks.js';
import { startProjectFixture, type ProjectFixture } from '../../../testing/project-fixture.js';
import { type GatewayAnswer, RunnerClient } from '../../../testing/runner-client.js';

const SECRET = 'hunter22-secret';

const VIEW: PlanView = {
  format: 1,
  problem: null,
  format_version: '1.2',
  counts: { delete: 1, replace: 0, update: 0, create: 0, import: 0, move: 0, forget: 0, read: 0 },
  resources: [
    {
      address: `a["${SECRET}"]`,
      module: '',
      action: 'delete',
      more_attributes: 0,
      attributes: [
        { path: 'size', before: '"two\\nlines"', after: null },
        { path: SECRET, before: null, after: `"${SECRET}"` },
      ],
    },
  ],
  more_resources: 0,
  drift: [],
  more_drift: 0,
  outputs: [{ path: 'o', before: SECRET, after: '1' }],
  more_outputs: 0,
};

const pack = (view: unknown): string => deflateRawSync(JSON.stringify(view)).toString('base64');

describe('the view of a plan', () => {
  let test: ProjectFixture;
  let runner: RunnerClient;
  beforeAll(async () => {
    test = await startProjectFixture();
    runner = await RunnerClient.create(test);
  });
  afterAll(() => test.close());

  const held = (): Promise<HeldTask> => heldTask(test, [SECRET]);
  const send = ({ attempt, lease }: AttemptLease, view: unknown, by = runner): Promise<GatewayAnswer> =>
    by.call('plan-view', { attempt, lease, view });
  const read = ({ projectId, taskId }: HeldTask, client = test.admin, query = '') =>
    client.get(`/api/project/${projectId}/tasks/${taskId}/plan${query}`);

  it('should be read as it was sent, without the secrets of the task', async () => {
    const mine = await held();
    expect((await read(mine)).status).toBe(404);
    expect((await send(mine, pack({ ...VIEW, resources: [] }))).status).toBe(204);
    expect((await send(mine, pack(VIEW))).status).toBe(204);
    const answer = await read(mine);
    expect(answer.text).not.toContain(SECRET);
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(VIEW).replaceAll(SECRET, '***')));
  });

  it('should be answered 503 with the reason while the bucket is away', async () => {
    const mine = await held();
    expect((await send(mine, pack(VIEW))).status).toBe(204);
    const away = new BlobStoreAwayError('There is no bucket', false);
    const get = jest.spyOn(test.app.get<Engine>(ENGINE).blobs, 'get');
    get.mockReturnValueOnce({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(away) }) });
    const answer = await read(mine);
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([503, 'blob_store_away']);
    get.mockRestore();
    expect((await read(mine)).status).toBe(200);
  });

  it('should be read without the secrets of the task when it is large, too', async () => {
    const mine = await held();
    const large = { ...VIEW, resources: Array.from({ length: 3_000 }, () => VIEW.resources[0]) };
    expect((await send(mine, pack(large))).status).toBe(204);
    const answer = await read(mine);
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(large).replaceAll(SECRET, '***')));
  });

  it('should be read without attributes first, of which it has the number, and whole as long as it was kept so', async () => {
    const mine = await held();
    await send(mine, pack(VIEW));
    const { resources, ...others } = (await read(mine)).json<PlanView>();
    const list = resources.map((each) => ({ ...each, attributes: [], more_attributes: each.attributes.length }));
    expect((await read(mine, test.admin, '?attributes=false')).json()).toEqual({ ...others, resources: list });
    expect((await read(mine, test.admin, '?attributes=maybe')).status).toBe(400);
    const { blobs } = test.app.get<Engine>(ENGINE, { strict: false });
    const { key } = await blobs.put('plan-views/old', Readable.from([deflateRawSync(JSON.stringify(VIEW))]));
    await test.dataSource.query('update task_plan_view set blob = $2 where task_id = $1', [mine.taskId, key]);
    const old = [await read(mine), await read(mine, test.admin, '?attributes=false')];
    expect(old.map((answer) => answer.json())).toEqual([VIEW, VIEW]);
  });

  it('should be out of reach through another project, and for strangers', async () => {
    const mine = await held();
    await send(mine, pack(VIEW));
    const { id: projectId } = await newProject(test.dataSource);
    expect((await read({ ...mine, projectId })).status).toBe(404);
    expect((await read(mine, await signInAs(test, projectId, 'owner'))).status).toBe(404);
    expect((await read(mine, await signInAs(test, mine.projectId, 'guest'))).status).toBe(200);
  });

  it('should be taken from the runner that holds the attempt alone', async () => {
    const mine = await held();
    const other = await RunnerClient.create(test);
    const lost = { status: 409, body: { code: 'LEASE_LOST' } };
    expect(await send(mine, pack(VIEW), other)).toMatchObject(lost);
    expect(await send({ ...mine, lease: (await held()).lease }, pack(VIEW))).toMatchObject(lost);
    const end = { outcome: 'success', exit_code: 0, signal: null, reason: null, lines: 0, bytes: 0 };
    await runner.call('start', { attempt: mine.attempt, lease: mine.lease });
    expect((await runner.call('finish', { attempt: mine.attempt, lease: mine.lease, ...end })).status).toBe(200);
    expect(await send(mine, pack(VIEW))).toMatchObject(lost);
    expect((await read(mine)).status).toBe(404);
  });

  it.each<[string, unknown]>([
    ['no text', 7],
    ['no base64', '§§§'],
    ['not compressed', Buffer.from('{}').toString('base64')],
    ['no JSON', deflateRawSync('{"format":').toString('base64')],
    ['of a newer form', pack({ ...VIEW, format: 2 })],
    ['of another form', pack({ ...VIEW, resources: [{ address: 'a' }] })],
    [
      'with a value that is too long',
      pack({ ...VIEW, outputs: [{ path: 'x'.repeat(513), before: null, after: null }] }),
    ],
    ['larger than it may become', deflateRawSync(Buffer.alloc(MAX_PLAN_VIEW_BYTES + 1, ' ')).toString('base64')],
  ])('should be refused when it is %s', async (_, view) => {
    const mine = await held();
    expect((await send(mine, view)).status).toBe(400);
    expect((await read(mine)).status).toBe(404);
  });
});

describe('drift of a template', () => {
  it('should be that of its last plan, in the list and alone', async () => {
    const test = await startProjectFixture();
    const template = await newTemplate(test.dataSource, { projectId: test.projectId, app: 'terraform' });
    const other = await newTemplate(test.dataSource, { projectId: test.projectId, app: 'terraform' });
    const planSummary = { add: 0, change: 2, destroy: 0, import: 0, outputs: 0 };
    const drift = async (): Promise<unknown[]> => {
      const list = (await test.admin.get(`${test.base}/templates`)).json<Template[]>();
      const one = (await test.admin.get(`${test.base}/templates/${template.id}`)).json<Template>();
      expect(list.find(({ id }) => id === template.id)?.drift).toEqual(one.drift);
      return [one.drift, list.find(({ id }) => id === other.id)?.drift];
    };
    expect(await drift()).toEqual([null, null]);
    const plan = await newTask(test.dataSource, template, { status: 'success', params: { plan: true }, planSummary });
    await newTask(test.dataSource, template, { status: 'running' });
    expect(await drift()).toEqual([{ task_id: plan.id, summary: planSummary }, null]);
    await newTask(test.dataSource, template, { status: 'success', planSummary });
    expect(await drift()).toEqual([null, null]);
    await test.close();
  });
});
