import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type LogFailure, PlanSummary, TaskError, TaskHost, TaskWithTemplate } from '@switchyard/contracts';
import { rowOf } from '../../components/testing/row-of.js';
import { type Shown, Stage } from '../../components/testing/shown.js';
import { TaskSummary } from './task-summary.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const show = (members: Partial<TaskWithTemplate> = {}, failures: LogFailure[] = []): Shown =>
  stage.show(
    <TaskSummary
      task={rowOf(TaskWithTemplate, { id: 7, project_id: 1, tpl_app: 'ansible', ...members })}
      failures={failures}
      onLine={() => undefined}
      onHost={() => undefined}
    />,
  );
const ref = { projectId: 1, taskId: 7 };
const read = async (hosts: Partial<TaskHost>[], errors: Partial<TaskError>[]): Promise<void> => {
  const path = 'GET project/1/tasks/7/ansible';
  await stage.read(
    'listTaskHosts',
    ref,
    `${path}/hosts`,
    hosts.map((row, id) => rowOf(TaskHost, { id, ...row })),
  );
  await stage.read(
    'listTaskErrors',
    ref,
    `${path}/errors`,
    errors.map((row, id) => rowOf(TaskError, { id, ...row })),
  );
};

describe('what a task did', () => {
  it('should be an example where the feature is not subscribed, marked as one', async () => {
    await stage.features();
    const { html, text } = show();
    expect(html).toContain('ant-alert-info');
    expect(text.length).toBeGreaterThan(100);
  });

  it('should be empty where the log named no host', async () => {
    await stage.features('task_result');
    await read([], []);
    expect(show().html).toContain('sy-summary-empty');
  });

  it('should count the hosts that failed and what changed', async () => {
    await stage.features('task_result');
    await read(
      [
        { host: 'web-1', failed: 1 },
        { host: 'web-2', ok: 3, changed: 2 },
      ],
      [],
    );
    const { text, html } = show();
    expect(text).toContain('1 of 2');
    expect(html).toContain('data-tone="red"');
  });

  it('should lead from a failure to its line, and show twenty before the rest', async () => {
    await stage.features('task_result');
    const hosts = Array.from({ length: 25 }, (_, i) => `web-${i}`);
    await read(
      hosts.map((host) => ({ host, failed: 1 })),
      hosts.map((host) => ({ host, task: 'Install', error: 'no space' })),
    );
    const { buttons, html } = show({}, [{ host: 'web-0', task: 'Install', line: 11, unreachable: false }]);
    expect(html.match(/<pre>no space/g)).toHaveLength(20);
    expect(buttons).toContain('Line 12');
    expect(buttons.filter((name) => name.includes('25'))).toHaveLength(1);
  });

  it('should be what its plan held for an app that plans', async () => {
    await stage.features('task_result');
    const plan_summary = rowOf(PlanSummary, { add: 3 });
    expect(show({ tpl_app: 'terraform', plan_summary }).text).toContain('3 to add');
    expect(show({ tpl_app: 'terraform' }).html).toContain('sy-summary-empty');
  });
});
