import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';
import { ownSeconds, processesWith } from '../support/processes.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

const SECONDS = [ownSeconds(), ownSeconds(), ownSeconds()] as const;
/** Process that leaves its session, one that ignores a hangup, and one that stays. */
const [LEFT, NOHUP, STAYS] = SECONDS;
const PLAYBOOK = `
- hosts: all
  gather_facts: false
  tasks:
    - name: Sleep in children of its own
      ansible.builtin.shell: "setsid sleep ${LEFT} & nohup sleep ${NOHUP} & sleep ${STAYS}"
`;
const SCRIPT = `trap '' TERM\nsleep ${NOHUP} &\n(setsid sleep ${LEFT} &)\necho ready\nwhile true; do sleep ${STAYS}; done\n`;

describe('stopping a task', () => {
  let place: Workplace;
  let client: ApiClient;
  let project: TestProject;

  beforeAll(async () => {
    place = await openWorkplace({ 'site.yml': PLAYBOOK, 'run.sh': SCRIPT }, { git: 'path' });
    ({ client, project } = place);
  });

  afterAll(() => place.close());

  const stop = (task: number, force: boolean): Promise<unknown> =>
    client.call('POST', `/project/${project.id}/tasks/${task}/stop`, { force });

  const noneLeft = (): Promise<boolean> =>
    eventually(() => SECONDS.every((seconds) => processesWith(seconds).length === 0));

  it('should end a playbook as stopped and leave none of its sleeping children', async () => {
    const template = await createTemplate(client, project, { app: 'ansible', playbook: 'site.yml' });
    const task = await runTask(client, project, template);
    await eventually(() => processesWith(LEFT).length > 0);
    await stop(task, false);
    expect(await client.untilEnded(project.id, task)).toMatchObject({ status: 'stopped' });
    await noneLeft();
  });

  it('should end a script that ignores TERM and hides in other sessions', async () => {
    const template = await createTemplate(client, project, { name: 'stubborn' });
    const task = await runTask(client, project, template);
    await eventually(async () => (await client.toolLines(project.id, task)).includes('ready'));
    await stop(task, false);
    expect((await client.task(project.id, task)).status).toMatch(/^stopp(ing|ed)$/);
    expect(await client.untilEnded(project.id, task)).toMatchObject({ status: 'stopped' });
    await noneLeft();
  });

  it('should end at once with force, and the processes soon after', async () => {
    const template = await createTemplate(client, project, { name: 'forced' });
    const task = await runTask(client, project, template);
    await eventually(async () => (await client.toolLines(project.id, task)).includes('ready'));
    await stop(task, true);
    expect((await client.task(project.id, task)).status).toBe('stopped');
    await noneLeft();
  });

  it('should stop a waiting task at once and free the template for the next', async () => {
    const template = await createTemplate(client, project, { name: 'queue' });
    const [first, second] = [await runTask(client, project, template), await runTask(client, project, template)];
    const waiting = await eventually(async () => {
      const task = await client.task(project.id, second);
      expect(task.waiting_reason?.code).toBe('template_busy');
      return task;
    });
    expect(waiting.status).toBe('waiting');
    await stop(second, false);
    expect((await client.task(project.id, second)).status).toBe('stopped');
    await stop(first, true);
    await stop(first, false);
    expect((await client.task(project.id, first)).status).toBe('stopped');
  });
});
