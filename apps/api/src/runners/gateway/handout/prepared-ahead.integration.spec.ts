import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AttemptLease, PollAnswer, SealedJob } from '@switchyard/contracts';
import { newEnvironment, newTask, newTemplate } from '@switchyard/database/testing';
import nacl from 'tweetnacl';
import { type ProjectFixture, startProjectFixture } from '../../../testing/project-fixture.js';
import { assignWaiting, RunnerClient } from '../../../testing/runner-client.js';

const ITSELF = { apps: [{ id: 'bash', version: '5.2' }], version: 'test', probes_revision: '', max_parallel_tasks: 1 };
const END = { outcome: 'success', exit_code: 0, signal: null, reason: null, lines: 0, bytes: 0 };

/** Job of a task that a runner may prepare while its only slot is busy. */
describe('the job of an attempt that is prepared ahead', () => {
  let test: ProjectFixture;
  let runner: RunnerClient;
  let environmentId: number;
  let first: AttemptLease;
  let second: number;
  beforeAll(async () => {
    test = await startProjectFixture();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.dataSource.query('delete from task');
    await test.dataSource.query('delete from runner');
    runner = await RunnerClient.create(test, { maxParallelTasks: 1 });
    const { dataSource, projectId } = test;
    environmentId = (await newEnvironment(dataSource, { projectId, json: '{"colour":"red"}' })).id;
    const template = await newTemplate(dataSource, { projectId, environmentId, allowParallelTasks: true });
    await newTask(dataSource, template);
    second = (await newTask(dataSource, template)).id;
    await assignWaiting(test);
    const { jobs } = await poll({});
    first = { attempt: jobs[0]?.attempt ?? 0, lease: jobs[0]?.lease ?? '' };
    await runner.call('start', first);
  });

  async function poll(wish: object): Promise<PollAnswer> {
    const { status, body } = await runner.call('poll', { held: [], ...ITSELF, ...wish });
    expect({ status, body: status === 200 ? null : body }).toEqual({ status: 200, body: null });
    return body as PollAnswer;
  }

  const ahead = async () => (await poll({ held: [{ ...first, order: 'none' }], prepared: [] })).ahead[0];

  /** The job that comes once the slot is free. */
  async function assigned(prepared: AttemptLease): Promise<SealedJob | undefined> {
    await runner.call('finish', { ...first, ...END });
    await assignWaiting(test);
    return (await poll({ prepared: [prepared] })).jobs[0];
  }

  function open({ sealed, nonce }: SealedJob): unknown {
    const [box, salt] = [sealed, nonce].map((text) => new Uint8Array(Buffer.from(text, 'base64')));
    const opened = box && salt && nacl.box.open.after(box, salt, runner.sharedKey);
    return JSON.parse(Buffer.from(opened ?? []).toString());
  }

  const snapshots = async (): Promise<unknown[]> =>
    test.dataSource.query('select task_id from task_snapshot where task_id = $1', [second]);

  it('should be the very job that the attempt gets, with its id and lease, and be kept by then alone', async () => {
    const reserved = await ahead();
    expect(reserved).toMatchObject({ task_id: second, number: 1 });
    expect(await snapshots()).toEqual([]);
    const lease = { attempt: reserved?.attempt ?? 0, lease: reserved?.lease ?? '' };
    const job = await assigned(lease);
    expect(job).toMatchObject(lease);
    expect(job && open(job)).toEqual(reserved && open(reserved));
    expect(await snapshots()).toHaveLength(1);
  });

  it('should differ when its variables were changed meanwhile, so that the runner prepares it again', async () => {
    const reserved = await ahead();
    await test.dataSource.query(`update environment set json = '{"colour":"blue"}' where id = $1`, [environmentId]);
    const job = await assigned({ attempt: reserved?.attempt ?? 0, lease: reserved?.lease ?? '' });
    expect(reserved && open(reserved)).toMatchObject({ variables: { colour: 'red' } });
    expect(job && open(job)).toMatchObject({ variables: { colour: 'blue' } });
  });

  it('should not come to a runner that does not name what it has prepared', async () => {
    const reserved = await ahead();
    expect(reserved).toBeDefined();
    const held = [
      { ...first, order: 'none' },
      { ...first, lease: crypto.randomUUID(), order: 'none' },
    ];
    expect((await poll({ held })).ahead).toEqual([]);
  });

  it('should take the lease for no report before the attempt is assigned', async () => {
    const reserved = await ahead();
    const lease = { attempt: reserved?.attempt ?? 0, lease: reserved?.lease ?? '' };
    expect((await runner.call('start', lease)).status).toBe(409);
    expect((await runner.call('progress', { ...lease, commit_hash: '0123abcd' })).status).toBe(409);
    expect((await runner.call('finish', { ...lease, ...END })).status).toBe(409);
    expect(await (await runner.log(lease, 0, 'a line\n')).body).toMatchObject({ stale: [lease.attempt] });
  });
});
