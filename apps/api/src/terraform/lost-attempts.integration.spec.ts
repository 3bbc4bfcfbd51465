import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AttemptLease,
  encodeSealedFrame,
  type JobState,
  MAX_OFFERED_STATES,
  type OfferedState,
  type TaskNote,
  type TerraformLockState,
  type TerraformState,
} from '@switchyard/contracts';
import { Template } from '@switchyard/database';
import { newGitRepository, newInventory, newTask } from '@switchyard/database/testing';
import { deleteTask, type Engine, expireLeases, stopTask } from '@switchyard/engine';
import nacl from 'tweetnacl';
import { JobBuilder } from '../runners/assignments/job-builder.js';
import { ENGINE } from '../platform/infrastructure/tokens.js';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';
import { assignWaiting, type GatewayAnswer, RunnerClient } from '../testing/runner-client.js';
import { callBackend, lockInfo, stateText, type StateAnswer } from '../testing/state-backend.js';

/** A task that a runner applies, and how its tool reaches the state. */
interface Applying extends AttemptLease {
  taskId: number;
  state: JobState;
}

describe('the state of a task whose runner is lost', () => {
  let test: ProjectFixture;
  let runner: RunnerClient;
  let template: Template;
  let terraform: string;
  beforeAll(async () => {
    test = await startProjectFixture();
    runner = await RunnerClient.create(test, { apps: [{ id: 'terraform', version: '1' }], maxParallelTasks: 0 });
    const { id: repository_id } = await newGitRepository(test.dataSource, { projectId: test.projectId });
    const body = { name: 'Net', app: 'terraform', repository_id, task_params: { override_backend: true } };
    const { id } = (await test.manager.post(`${test.base}/templates`, body)).json<{ id: number }>();
    template = await test.dataSource.manager.findOneByOrFail(Template, { id });
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    const workspace = { projectId: test.projectId, type: 'terraform-workspace', inventory: 'w' } as const;
    const { id } = await newInventory(test.dataSource, workspace);
    template.inventoryId = id;
    await test.dataSource.manager.save(template);
    terraform = `${test.base}/inventory/${id}/terraform`;
  });

  afterEach(() => test.dataSource.query('delete from task'));

  const engine = (): Engine => test.app.get<Engine>(ENGINE);

  /** A task of the workspace that applies under the lock `id`. */
  async function applying(id = 'one', info = lockInfo(id)): Promise<Applying> {
    const { id: taskId } = await newTask(test.dataSource, template);
    await assignWaiting(test);
    const [held] = await test.dataSource.query<AttemptLease[]>(
      'select id as attempt, lease_id as lease from attempt where task_id = $1',
      [taskId],
    );
    const job = await test.app.get(JobBuilder, { strict: false }).build(taskId);
    const state = job.planning?.state;
    if (!held || !state) {
      throw new Error('The task has no attempt, or its job no state');
    }
    expect((await runner.call('start', held)).status).toBe(200);
    expect((await send('POST', state, '/lock', info)).status).toBe(200);
    return { ...held, taskId, state };
  }

  const send = (
    method: string,
    { address, login, password }: JobState,
    suffix = '',
    body?: string,
  ): Promise<StateAnswer> =>
    callBackend(test.address, method, `${address}${suffix}`, {
      login: { login, password },
      ...(body === undefined ? {} : { body }),
    });

  async function lose({ attempt }: AttemptLease): Promise<void> {
    await test.dataSource.query(`update attempt set lease_until = now() - interval '1 s' where id = $1`, [attempt]);
    await expireLeases(engine());
  }

  const lease = ({ attempt, lease: id }: AttemptLease): AttemptLease => ({ attempt, lease: id });
  const settle = (held: AttemptLease, outcome: string | null = null, by = runner): Promise<GatewayAnswer> =>
    by.call('settle', { ...lease(held), outcome, exit_code: outcome === 'success' ? 0 : 1 });
  const lock = async (): Promise<TerraformLockState['lock']> =>
    (await test.manager.get(`${terraform}/lock`)).json<TerraformLockState>().lock;
  const notes = async (taskId: number): Promise<string[]> => {
    const task = (await test.manager.get(`${test.base}/tasks/${taskId}`)).json<{ notes: TaskNote[]; status: string }>();
    return [task.status, ...task.notes.map(({ code }) => code)];
  };

  it('should stay locked, be written by the tool that goes on, and be free when the runner has answered', async () => {
    const first = await applying();
    await lose(first);
    expect(await lock()).toMatchObject({ task_id: first.taskId, runner: runner.runner.name, lost: expect.any(String) });
    const second = await newTask(test.dataSource, template).then(async ({ id }) => {
      await assignWaiting(test);
      return (await test.app.get(JobBuilder, { strict: false }).build(id)).planning?.state as JobState;
    });
    const refused = await send('POST', second, '/lock', lockInfo('two'));
    expect([refused.status, refused.json<{ Who: string }>().Who]).toEqual([
      423,
      expect.stringMatching(/^task \d+ of "Net"; the task ended at .* has not reported that the tool has ended$/),
    ]);

    expect(await runner.call('lost', lease(first))).toMatchObject({ body: { goes_on: true, order: 'none' } });
    expect((await send('POST', first.state, '?ID=one', stateText(1, { box: { a: 1 } }))).status).toBe(200);
    expect((await test.manager.get(`${terraform}/states`)).json()).toMatchObject([
      { task_id: first.taskId, current: true },
    ]);
    expect((await settle(first, 'success')).status).toBe(204);
    expect((await settle(first, 'success')).status).toBe(204);
    expect(await notes(first.taskId)).toEqual(['error', 'lost_attempt_goes_on', 'lost_attempt_saved']);
    expect(await lock()).toBeNull();
    expect((await send('GET', first.state)).status).toBe(401);
    expect((await send('POST', second, '/lock', lockInfo('two'))).status).toBe(200);
  });

  it('should be freed by a person, after which the tool may neither go on nor save', async () => {
    const held = await applying();
    await lose(held);
    expect((await test.owner.delete(`${terraform}/lock`)).status).toBe(204);
    expect(await runner.call('lost', lease(held))).toMatchObject({ body: { goes_on: false } });
    expect((await send('POST', held.state, '?ID=one', stateText(1))).status).toBe(401);
    await settle(held);
    expect(await notes(held.taskId)).toEqual(['error', 'lost_attempt_over']);
  });

  it('should let no tool go on that only plans, that another runner has, or whose task was stopped by force', async () => {
    const planning = await applying('one', lockInfo('one').replace('OperationTypeApply', 'OperationTypePlan'));
    await lose(planning);
    expect(await runner.call('lost', lease(planning))).toMatchObject({ body: { goes_on: false } });
    await settle(planning);
    const forced = await applying();
    await stopTask(engine(), { projectId: test.projectId, taskId: forced.taskId, force: true });
    expect(await runner.call('lost', lease(forced))).toMatchObject({ body: { goes_on: false } });
    expect((await send('GET', forced.state)).status).toBe(401);
    expect(await lock()).toMatchObject({ task_id: forced.taskId, lost: expect.any(String) });
    const other = await RunnerClient.create(test);
    expect((await settle(forced, null, other)).status).toBe(409);
    expect(await lock()).not.toBeNull();
    await settle(forced);
    expect(await lock()).toBeNull();
  });

  it('should be free, and its task over, as soon as a runner that was killed is back, before its lease has expired', async () => {
    const held = await applying();
    await settle(held);
    await expireLeases(engine());
    expect(await notes(held.taskId)).toEqual(['error', 'lost_attempt_over']);
    expect(await lock()).toBeNull();
  });

  it('should keep its task as long as it is locked', async () => {
    const held = await applying();
    await lose(held);
    const task = { projectId: test.projectId, taskId: held.taskId };
    await expect(deleteTask(engine(), task)).rejects.toThrow('the task has not ended');
    expect(await lock()).not.toBeNull();
    await settle(held);
    await deleteTask(engine(), task);
  });

  it('should be stopped at the runner when the task was being stopped', async () => {
    const held = await applying();
    await stopTask(engine(), { projectId: test.projectId, taskId: held.taskId, force: false });
    await lose(held);
    expect(await runner.call('lost', lease(held))).toMatchObject({ body: { goes_on: true, order: 'stop' } });
    await settle(held, 'stopped');
    expect(await notes(held.taskId)).toEqual(['stopped', 'lost_attempt_goes_on', 'lost_attempt_over']);
  });

  describe('that could not be saved', () => {
    const deliver = (held: Applying, text: string, by = runner, state = held.state): Promise<GatewayAnswer> => {
      const nonce = new Uint8Array(randomBytes(nacl.box.nonceLength));
      const sealed = nacl.box.after(new Uint8Array(gzipSync(text)), nonce, by.sharedKey);
      const { login, password } = state;
      const head = { ...lease(held), login, password, nonce: Buffer.from(nonce).toString('base64') };
      return by.send(by.request('kept-state', encodeSealedFrame({ head, sealed })));
    };
    const offered = async (): Promise<OfferedState[]> =>
      (await test.manager.get(`${terraform}/states/offered`)).json<OfferedState[]>();
    const versions = async (): Promise<TerraformState[]> =>
      (await test.manager.get(`${terraform}/states`)).json<TerraformState[]>();
    const accept = (id: number, body: object = {}, by = test.owner) =>
      by.post(`${terraform}/states/${id}/accept`, body);

    it('should be offered once, whatever became of the attempt, and be the current version when somebody accepts it', async () => {
      const held = await applying();
      await send('POST', held.state, '?ID=one', stateText(1));
      await lose(held);
      const left = stateText(3, { box: { a: 1 } });
      expect([(await deliver(held, left)).status, (await deliver(held, left)).status]).toEqual([204, 204]);
      const [offer] = await offered();
      expect(await offered()).toMatchObject([{ serial: 3, task_id: held.taskId, follows: true, current_serial: 1 }]);
      expect(await versions()).toMatchObject([{ serial: 1, current: true }]);
      expect(await notes(held.taskId)).toEqual(['error', 'state_kept_here']);
      const id = offer?.id ?? 0;
      expect((await test.manager.get(`${terraform}/states/${id}`)).json()).toMatchObject({ serial: 3 });
      expect((await test.owner.post(`${terraform}/states/${id}/restore`, {})).status).toBe(404);

      expect((await accept(id)).status).toBe(409);
      await settle(held);
      expect((await accept(id, {}, test.manager)).status).toBe(403);
      expect((await accept(id)).status).toBe(204);
      expect(await offered()).toEqual([]);
      expect(await versions()).toMatchObject([{ serial: 3, current: true, added: 1 }, { serial: 1 }]);
      expect((await deliver(held, left)).status).toBe(204);
      expect(await offered()).toEqual([]);
    });

    it('should replace what came after it only when that is wanted, under the next serial', async () => {
      const held = await applying();
      await lose(held);
      await deliver(held, stateText(1, { mine: {} }));
      await settle(held);
      const next = await applying('two');
      await send('POST', next.state, '?ID=two', stateText(1, { other: {} }, 'another line'));
      await send('DELETE', next.state, '/lock', lockInfo('two'));
      const [offer] = await offered();
      expect(offer).toMatchObject({ follows: false, current_serial: 1 });
      expect((await accept(offer?.id ?? 0)).status).toBe(409);
      expect((await accept(offer?.id ?? 0, { replace: true })).status).toBe(204);
      expect(await versions()).toMatchObject([{ serial: 2, lineage: 'line', current: true }, { serial: 1 }]);
      const latest = (await test.manager.get(`${terraform}/states/latest`)).json<{ state: string }>();
      expect(JSON.parse(latest.state)).toMatchObject({ serial: 2, resources: [{ name: 'mine' }] });
    });

    it('should not follow a version that somebody else wrote meanwhile, though its serial is lower', async () => {
      const held = await applying();
      await lose(held);
      await settle(held);
      const next = await applying('two');
      await send('POST', next.state, '?ID=two', stateText(1));
      await send('DELETE', next.state, '/lock', lockInfo('two'));
      await deliver(held, stateText(5));
      expect(await offered()).toMatchObject([{ follows: false, current_serial: 1 }]);
      const [offer] = await offered();
      expect((await test.manager.delete(`${terraform}/states/${offer?.id}`)).status).toBe(204);
      expect([await offered(), (await versions()).length]).toEqual([[], 1]);
    });

    it('should not be offered when it was saved and only the answer was lost', async () => {
      const held = await applying();
      await send('POST', held.state, '?ID=one', stateText(1, { box: {} }));
      expect((await deliver(held, stateText(1, { box: {} }))).status).toBe(204);
      expect(await offered()).toEqual([]);
    });

    it('should be taken from nobody but the runner of the attempt, for its own workspace, and only what is a state', async () => {
      const [held, other] = [await applying(), await RunnerClient.create(test)];
      expect((await deliver(held, stateText(1), other)).status).toBe(409);
      const elsewhere = { ...held.state, login: `workspace-${test.foreign.inventoryId}` };
      expect((await deliver(held, stateText(1), runner, elsewhere)).status).toBe(400);
      expect((await deliver(held, 'no state')).status).toBe(400);
      expect((await runner.send(runner.request('kept-state', Buffer.from('short')))).status).toBe(400);
      expect((await deliver({ ...held, lease: '00000000-0000-4000-8000-000000000000' }, stateText(1))).status).toBe(
        409,
      );
      expect(await offered()).toEqual([]);
    });

    it('should be refused for a while where too many wait for a decision', async () => {
      const held = await applying();
      await test.dataSource.query(
        `insert into terraform_state (project_id, inventory_id, serial, lineage, size, md5, blob, current, offered)
           select $1, $2, 1, 'line', 1, n, 'states/0/none', false, true from generate_series(1, $3::int) n`,
        [test.projectId, template.inventoryId, MAX_OFFERED_STATES],
      );
      expect((await deliver(held, stateText(1))).status).toBe(429);
    });
  });
});
