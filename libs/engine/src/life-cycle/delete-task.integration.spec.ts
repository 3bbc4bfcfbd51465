import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Task, Template } from '@switchyard/database';
import { newTask } from '@switchyard/database/testing';
import { createTask } from '../launch/create-task.js';
import { deleteTask } from './delete-task.js';
import { NotFoundError, TaskActiveError } from '../errors.js';
import { stopTask } from './stop-task.js';
import { EngineFixture } from '../testing/engine-fixture.js';

describe(deleteTask.name, () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterAll(() => fixture.drop());

  it('should remove a finished task and count it off', async () => {
    const { id: templateId, projectId } = await fixture.template();
    const { id: taskId } = await createTask(fixture.engine, { projectId, templateId });
    await expect(deleteTask(fixture.engine, { projectId, taskId })).rejects.toBeInstanceOf(TaskActiveError);
    await stopTask(fixture.engine, { projectId, taskId, force: false });
    await deleteTask(fixture.engine, { projectId, taskId });
    expect(await fixture.source.getRepository(Task).countBy({ id: taskId })).toBe(0);
    expect((await fixture.source.getRepository(Template).findOneByOrFail({ id: templateId })).tasks).toBe(0);
  });

  it('should not find a task of another project', async () => {
    const task = await newTask(fixture.source, await fixture.template(), { status: 'success' });
    const foreign = deleteTask(fixture.engine, { projectId: task.projectId + 1, taskId: task.id });
    await expect(foreign).rejects.toBeInstanceOf(NotFoundError);
    expect((await fixture.task(task.id)).status).toBe('success');
  });
});
