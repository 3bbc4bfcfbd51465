import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type LogFailure, TaskHost, TaskError, TaskWithTemplate, Template, WaitingReason } from '@switchyard/contracts';
import { rowOf } from '../../components/testing/row-of.js';
import { type Shown, Stage } from '../../components/testing/shown.js';
import { TaskLogBanner } from './task-log-banner.js';

const stage = new Stage();
const failed = (host: string, line: number, task = 'Install', unreachable = false): LogFailure => ({
  host,
  line,
  task,
  unreachable,
});
const host = (name: string, bad: boolean): TaskHost => rowOf(TaskHost, { host: name, failed: bad ? 1 : 0, ok: 1 });

interface Given extends Partial<TaskWithTemplate> {
  errorLines?: number[];
  failures?: LogFailure[];
  permissions?: number;
}

const show = ({ errorLines = [], failures = [], permissions = 15, ...members }: Given): Shown =>
  stage.show(
    <TaskLogBanner
      task={rowOf(TaskWithTemplate, { id: 7, project_id: 1, template_id: 3, ...members })}
      errorLines={errorLines}
      failures={failures}
      onLine={() => undefined}
      stages={[]}
      onPlan={() => undefined}
      onDetails={() => undefined}
    />,
    { permissions },
  );

beforeEach(() => stage.start());
afterEach(() => stage.stop());

describe('the banner over the log of a task that failed', () => {
  it('should name the exit code, and not say the same again as the reason', () => {
    const { text, html } = show({
      status: 'error',
      exit_code: 2,
      end_reason: 'The tool exited with code 2',
      end_problem: { code: 'tool_exited', params: { code: 2 } },
    });
    expect(text).toMatch(/code 2/);
    expect(text.match(/2/g)).toHaveLength(1);
    expect(html).toContain('role="alert"');
  });

  it('should give the reason where no tool has ended', () => {
    const { text } = show({ status: 'error', end_problem: { code: 'runner_lost', params: {} }, end_reason: 'lost' });
    expect(text.length).toBeGreaterThan('Task failed'.length + 10);
  });

  it('should lead to the first five error lines, and to the next one', () => {
    const { buttons } = show({ status: 'error', errorLines: [3, 5, 8, 13, 21, 34] });
    expect(buttons.filter((name) => /\d/.test(name))).toEqual([3, 5, 8, 13, 21].map((line) => `Line ${line}`));
    expect(buttons).toContain('Next error');
  });

  it('should offer no next error where there is one', () => {
    expect(show({ status: 'error', errorLines: [3] }).buttons).toEqual(['Line 3']);
  });

  describe('at some hosts of Ansible', () => {
    beforeEach(async () => {
      await stage.features('task_result');
      await stage.read('listTaskHosts', { projectId: 1, taskId: 7 }, 'GET project/1/tasks/7/ansible/hosts', [
        host('web-1', true),
        host('web-2', false),
      ]);
      await stage.read('listTaskErrors', { projectId: 1, taskId: 7 }, 'GET project/1/tasks/7/ansible/errors', [
        rowOf(TaskError, { host: 'web-1', task: 'Install', error: 'no' }),
      ]);
    });
    const failures = [failed('web-1', 4, 'Rescued'), failed('web-1', 9), failed('web-2', 11, '', true)];
    const task = { status: 'error', exit_code: 2, failures } as const;

    it('should count them, and lead to the lines that made them fail, not to one that was rescued', () => {
      const { text, buttons } = show(task);
      expect(text).toContain('1 of 2');
      expect(buttons.filter((name) => name.startsWith('Line'))).toEqual(['Line 10', 'Line 12']);
      expect(text).toContain('web-1 Install');
    });

    const template = (allow: boolean) =>
      stage.read(
        'getTemplate',
        { projectId: 1, id: 3 },
        'GET project/1/templates/3',
        rowOf(Template, { id: 3, project_id: 1, task_params: { allow_override_limit: allow } }),
      );

    it('should offer to run those alone that failed, where the template lets hosts be limited', async () => {
      await template(false);
      expect(show(task).buttons.join()).not.toContain('Run again');
      await template(true);
    });

    it('should not offer it where all hosts failed, which the usual run again is for', async () => {
      await template(true);
      const hosts = 'GET project/1/tasks/7/ansible/hosts';
      await stage.read('listTaskHosts', { projectId: 1, taskId: 7 }, hosts, [host('web-1', true), host('web-2', true)]);
      expect(show(task).buttons.join()).not.toContain('failed');
    });

    it('should offer it to nobody who may not run tasks', async () => {
      await template(true);
      expect(show(task).buttons.join()).toContain('failed');
      expect(show({ ...task, permissions: 0 }).buttons.join()).not.toContain('failed');
    });
  });
});

describe('the banner over the log of a task that has ended otherwise', () => {
  it('should name who stopped it and why, with hidden control characters made visible', () => {
    const { text } = show({ status: 'stopped', stopped_by: 'Ann\u202e', stop_reason: 'wrong\u202e branch' });
    expect(text).toContain('Ann');
    expect(text).toContain('wrong');
    expect(text).not.toContain('\u202e');
  });

  it('should say that nothing was applied after a plan was rejected', () => {
    const { text } = show({ status: 'rejected', decided_by: 'Ben', decision_reason: 'too much' });
    expect(text).toMatch(/Ben.*too much.*applied/);
  });

  it('should be absent over one that succeeded, and one that a person canceled without a word', () => {
    expect(show({ status: 'success' }).text).toBe('');
    expect(show({ status: 'canceled' }).text).toBe('');
  });

  it('should show what became known after the end', () => {
    const notes = [{ code: 'lost_attempt_over' as const, params: {}, time: '2026-01-01T00:00:00.000Z' }];
    expect(show({ status: 'success', notes }).text).not.toBe('');
  });
});

describe('the banner over the log of a task that goes on', () => {
  it('should say that a tool may take time to stop', () => {
    expect(show({ status: 'stopping' }).html).toContain('role="status"');
  });

  it('should tell why it waits, and how many wait before it', async () => {
    await stage.read('getTaskQueuePlace', { projectId: 1, taskId: 7 }, 'GET project/1/tasks/7/queue', { before: 3 });
    const { text } = show({ status: 'waiting', waiting_reason: rowOf(WaitingReason, { code: 'runners_busy' }) });
    expect(text).toMatch(/3 (?:older )?tasks/);
  });

  it('should be absent while it runs', () => {
    expect(show({ status: 'running' }).text).toBe('');
  });
});
