import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Task, type Template } from '@switchyard/database';
import { newRunner } from '@switchyard/database/testing';
import { createTask } from './create-task.js';
import { finishAttempt } from '../attempts/finish-attempt.js';
import { recordProgress } from '../attempts/record-progress.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { EngineFixture } from '../testing/engine-fixture.js';

describe('deploys that run by themselves', () => {
  let fixture: EngineFixture;
  let build: Template;
  let runnerId: number;

  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  async function deployOf(template: Template, more: Partial<Template> = {}): Promise<Template> {
    const { projectId, repositoryId } = template;
    return fixture.template({
      projectId,
      repositoryId,
      type: 'deploy',
      buildTemplateId: template.id,
      autorun: true,
      ...more,
    });
  }

  /** Runs the newest waiting task of a template to its end. */
  async function run(template: Template, outcome: 'success' | 'error' | 'stopped' = 'success'): Promise<Task> {
    await fixture.assign();
    const { id } = await fixture.newest(template);
    const held = await fixture.lease(id);
    await recordProgress(fixture.engine, runnerId, { ...held, commit_hash: 'cafe', commit_message: 'm' });
    await startAttempt(fixture.engine, runnerId, held);
    await finishAttempt(fixture.engine, runnerId, await fixture.report(id, { outcome }));
    return fixture.task(id);
  }

  async function start(): Promise<void> {
    build = await fixture.template({ type: 'build', startVersion: '1.0' });
    runnerId = (await newRunner(fixture.source)).id;
    await createTask(fixture.engine, { projectId: build.projectId, templateId: build.id });
  }

  const tasksOf = (template: Template) =>
    fixture.source.getRepository(Task).find({ where: { templateId: template.id }, order: { id: 'ASC' } });

  it('should follow a success once, at the commit of the build, however often the end is reported', async () => {
    await start();
    const deploys = [await deployOf(build), await deployOf(build)];
    const silent = await deployOf(build, { autorun: false });
    const built = await run(build);
    await finishAttempt(fixture.engine, runnerId, await fixture.report(built.id));
    for (const deploy of deploys) {
      expect(await tasksOf(deploy)).toMatchObject([
        { status: 'waiting', buildTaskId: built.id, commitHash: 'cafe', userId: null },
      ]);
    }
    expect(await tasksOf(silent)).toEqual([]);
    expect(fixture.signals.updates.filter(({ status }) => status === 'waiting')).toHaveLength(3);
  });

  it.each(['error', 'stopped'] as const)('should not follow a build that ended as %s', async (outcome) => {
    await start();
    const deploy = await deployOf(build);
    await run(build, outcome);
    expect(await tasksOf(deploy)).toEqual([]);
  });

  it('should follow a deploy too, in a chain', async () => {
    await start();
    const first = await deployOf(build);
    const second = await deployOf(first);
    await run(build);
    const deployed = await run(first);
    expect(await tasksOf(second)).toMatchObject([{ buildTaskId: deployed.id, commitHash: 'cafe' }]);
  });

  it('should answer the questions of a deploy with their defaults', async () => {
    await start();
    const question = { title: 'T', description: '', type: '' as const, values: [] };
    const deploy = await deployOf(build, {
      surveyVars: [
        { ...question, name: 'zone', required: true, default_value: 'eu' },
        { ...question, name: 'note', required: true, default_value: '' },
      ],
    });
    await run(build);
    expect((await tasksOf(deploy))[0]?.environment).toBe('{"zone":"eu"}');
  });
});
