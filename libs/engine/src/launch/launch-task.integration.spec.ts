import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { issueAt, problem, TaskInput } from '@switchyard/contracts';
import type { Task, Template } from '@switchyard/database';
import { newTask, newUser } from '@switchyard/database/testing';
import { LaunchRefusedError, NotFoundError } from '../errors.js';
import type { Engine } from '../ports.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import type { LaunchOrigin } from './launch-origin.js';
import { launchTask } from './launch-task.js';

const QUESTION = { title: 'Zone', description: '', values: [], default_value: '' };

describe(launchTask.name, () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  async function launched(on: Template, body: object = {}, origin: LaunchOrigin = { kind: 'autorun' }): Promise<Task> {
    const input = TaskInput.parse({ template_id: on.id, ...body });
    const result = await launchTask(fixture.engine, origin, { projectId: on.projectId, input });
    return 'task' in result ? fixture.task(result.task.id) : Promise.reject(new Error('the task is known'));
  }

  /** The engine, and a count of the statements it runs. */
  function counted(): { engine: Engine; statements: () => number } {
    let count = 0;
    const query = (...given: Parameters<Engine['dataSource']['query']>) => {
      count += 1;
      return fixture.source.query(...given);
    };
    const dataSource = Object.create(fixture.source, { query: { value: query } }) as Engine['dataSource'];
    return { engine: { ...fixture.engine, dataSource }, statements: () => count };
  }

  it('should record who started the task, and let only those set free variables who manage the project', async () => {
    const on = await fixture.template();
    const { id: userId } = await newUser(fixture.source);
    const [scheduleId, integrationId] = [7, 8];
    const nobody = { userId: null, scheduleId: null, integrationId: null };
    const free = { environment: '{"free":1}' };
    const dropped = { environment: '', ignored: [{ name: 'free', reason: 'not_declared' }], trustedVariables: false };
    const kept = { environment: '{"free":1}', ignored: [], trustedVariables: true };
    const origins: [LaunchOrigin, object][] = [
      [
        { kind: 'user', userId, managesProject: false },
        { ...nobody, userId, ...dropped },
      ],
      [
        { kind: 'user', userId, managesProject: true },
        { ...nobody, userId, ...kept },
      ],
      [
        { kind: 'schedule', scheduleId },
        { ...nobody, scheduleId, ...kept },
      ],
      [
        { kind: 'integration', integrationId },
        { ...nobody, integrationId, ...kept },
      ],
      [{ kind: 'autorun' }, { ...nobody, ...dropped }],
    ];
    for (const [origin, expected] of origins) {
      expect(await launched(on, free, origin)).toMatchObject({ status: 'waiting', ...expected });
    }
  });

  it('should refuse missing answers of all but an autorun, which goes without', async () => {
    const on = await fixture.template({ surveyVars: [{ ...QUESTION, name: 'zone', type: '', required: true }] });
    const { id: userId } = await newUser(fixture.source);
    const refused = launched(on, {}, { kind: 'user', userId, managesProject: true });
    await expect(refused).rejects.toThrow(
      new LaunchRefusedError([issueAt([], problem('answer_required', { title: 'Zone' }))]),
    );
    expect(await launched(on)).toMatchObject({ environment: '' });
  });

  it('should seal secret answers for the project, wherever they were sent', async () => {
    const on = await fixture.template({ surveyVars: [{ ...QUESTION, name: 'pin', type: 'secret', required: true }] });
    const secret = `task_secret:${on.projectId} {"pin":"1234"}`;
    expect(await launched(on, { environment: '{"pin":"1234"}' })).toMatchObject({ environment: '', secret });
    expect(await launched(on, { secret: '{"pin":"1234"}' })).toMatchObject({ environment: '', secret });
  });

  it('should refuse a build that did not succeed, or is of another template, and references of nobody', async () => {
    const build = await fixture.template({ type: 'build', startVersion: '1' });
    const { projectId, repositoryId } = build;
    const deploy = await fixture.template({ projectId, repositoryId, type: 'deploy', buildTemplateId: build.id });
    const failed = await newTask(fixture.source, build, { status: 'error' });
    const other = await newTask(fixture.source, deploy, { status: 'success' });
    for (const { id } of [failed, other]) {
      await expect(launched(deploy, { build_task_id: id })).rejects.toBeInstanceOf(LaunchRefusedError);
    }
    await expect(launched(deploy, { build_task_id: 999_999 })).rejects.toBeInstanceOf(NotFoundError);
    await expect(launched({ ...build, id: 999_999 })).rejects.toBeInstanceOf(NotFoundError);
  });

  it('should take one statement to read and one to store, whatever the launch carries', async () => {
    const on = await fixture.template({ surveyVars: [{ ...QUESTION, name: 'pin', type: 'secret', required: false }] });
    const earlier = await launched(on);
    const { engine, statements } = counted();
    const input = TaskInput.parse({ template_id: on.id, id: earlier.id, secret: '{"pin":"1"}' });
    await launchTask(engine, { kind: 'autorun' }, { projectId: on.projectId, input });
    expect(statements()).toBe(2);
  });
});
