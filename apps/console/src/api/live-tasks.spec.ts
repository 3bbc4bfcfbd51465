import { describe, expect, it } from '@jest/globals';
import type { TaskUpdate, TaskWithTemplate, Template } from '@switchyard/contracts';
import { patchLastTask, patchTasks } from './live-tasks.js';

const update: TaskUpdate = {
  type: 'update',
  project_id: 1,
  template_id: 2,
  task_id: 7,
  status: 'running',
  start: '2026-11-21T14:02:00Z',
  end: null,
  version: '2.48.1',
  waiting_reason: null,
};

const task = (id: number): TaskWithTemplate => ({ id, status: 'waiting', message: 'kept' }) as TaskWithTemplate;

describe('patchTasks', () => {
  it('should change only the named task and keep what the update does not carry', () => {
    const tasks = [task(8), task(7)];
    patchTasks(tasks, update);
    expect(tasks).toMatchObject([
      { id: 8, status: 'waiting' },
      { id: 7, status: 'running', start: '2026-11-21T14:02:00Z', version: '2.48.1', message: 'kept' },
    ]);
  });

  it('should leave the list alone when the task is not in it', () => {
    const tasks = [task(8)];
    patchTasks(tasks, update);
    expect(tasks).toEqual([task(8)]);
  });
});

describe('patchLastTask', () => {
  const template = (id: number, lastTaskId: number): Template => ({ id, last_task: task(lastTaskId) }) as Template;

  it('should change the last task of the template', () => {
    const templates = [template(1, 7), template(2, 7)];
    patchLastTask(templates, update);
    expect(templates.map((entry) => entry.last_task?.status)).toEqual(['waiting', 'running']);
  });

  it('should not overwrite a newer last task', () => {
    const templates = [template(2, 9)];
    patchLastTask(templates, update);
    expect(templates[0]?.last_task?.status).toBe('waiting');
  });
});
