import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { RunnerNotificationBody } from '@switchyard/contracts';
import { OutboxMessage, type Runner, type Template } from '@switchyard/database';
import { newProject, newRunner } from '@switchyard/database/testing';
import { createTask } from '../launch/create-task.js';
import { expireLeases } from '../leases/expire-leases.js';
import { finishAttempt } from '../attempts/finish-attempt.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { stopTask } from '../life-cycle/stop-task.js';
import { EngineFixture } from '../testing/engine-fixture.js';

describe('deliveries to the webhooks of runners', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  const hook = (name: string, row: Partial<Runner> = {}): Promise<Runner> =>
    newRunner(fixture.source, { name, webhook: `https://hooks.example/${name}`, touched: null, ...row });
  const start = ({ id: templateId, projectId }: Template) => createTask(fixture.engine, { templateId, projectId });

  async function written(): Promise<RunnerNotificationBody[]> {
    const found = await fixture.source.getRepository(OutboxMessage).find({ order: { created: 'ASC' } });
    return found.map(({ payload }) => RunnerNotificationBody.parse(payload));
  }
  const targets = async (): Promise<number[]> => (await written()).map((body) => body.runner_id);

  it('should be written of a new task for the runners that could take it by project and tag', async () => {
    const template = await fixture.template({ runnerTag: 'eu' });
    const { projectId } = template;
    const other = await newProject(fixture.source);
    const right = [await hook('global', { tags: ['us', 'eu'] }), await hook('own', { projectId, tags: ['eu'] })];
    await hook('other tag', { tags: ['us'] });
    await hook('no tag');
    await hook('other project', { projectId: other.id, tags: ['eu'] });
    await hook('off', { active: false, tags: ['eu'] });
    await hook('draining', { draining: true, tags: ['eu'] });
    await newRunner(fixture.source, { tags: ['eu'] });
    const task = await start(template);
    const sorted = (await written()).toSorted((a, b) => a.runner_id - b.runner_id);
    const body = { task_id: task.id, project_id: projectId, template_id: template.id, runner_tag: 'eu' };
    expect(sorted).toEqual(
      right.map(({ id }) => ({
        ...body,
        event: 'task.queued',
        status: 'waiting',
        runner_id: id,
        at: expect.stringMatching(/^20.*\.\d{3}Z$/),
      })),
    );
    expect(fixture.signals.deliveries).toBe(1);
  });

  it('should go to runners without tags for a task without a tag', async () => {
    const { id } = await hook('no tag');
    await hook('tagged', { tags: ['eu'] });
    await start(await fixture.template());
    expect(await targets()).toEqual([id]);
  });

  it('should go to default runners for a task without a tag, and to no other one of their scope', async () => {
    const template = await fixture.template();
    const { projectId } = template;
    const standard = await hook('default', { tags: ['eu'], isDefault: true });
    await hook('beside it');
    const own = await hook('own, beside it', { projectId });
    await start(template);
    expect((await targets()).toSorted((a, b) => a - b)).toEqual([standard.id, own.id]);
  });

  it('should go to an address once, and of the end to the runner that had the task', async () => {
    const webhook = 'https://hooks.example/fleet';
    const first = await hook('first', { webhook });
    await hook('second', { webhook });
    const busy = await hook('busy', { webhook, touched: new Date() });
    const task = await start(await fixture.template());
    await fixture.assign();
    await startAttempt(fixture.engine, busy.id, await fixture.lease(task.id));
    await finishAttempt(fixture.engine, busy.id, await fixture.report(task.id));
    expect((await written()).map(({ event, status, runner_id }) => [event, status, runner_id])).toEqual([
      ['task.queued', 'waiting', first.id],
      ['task.finished', 'success', busy.id],
    ]);
    expect(fixture.signals.deliveries).toBe(2);
  });

  it('should go to the runner that had the task although it takes no more', async () => {
    const runner = await hook('leaving', { touched: new Date() });
    const task = await start(await fixture.template());
    await fixture.assign();
    await fixture.source.query('update runner set draining = true, tags = $1', [['moved']]);
    await stopTask(fixture.engine, { projectId: task.projectId, taskId: task.id, force: true });
    expect((await written()).at(-1)).toMatchObject({ event: 'task.finished', status: 'stopped', runner_id: runner.id });
  });

  it('should be written again when a task waits again because its runner was lost', async () => {
    await hook('lost', { touched: new Date() });
    await start(await fixture.template());
    await fixture.assign();
    await fixture.expireAll();
    await expireLeases(fixture.engine);
    expect((await written()).map(({ event }) => event)).toEqual(['task.queued', 'task.queued']);
  });

  it('should not be written when no runner has a webhook', async () => {
    await newRunner(fixture.source);
    await start(await fixture.template());
    expect([await written(), fixture.signals.deliveries]).toEqual([[], 0]);
  });
});
