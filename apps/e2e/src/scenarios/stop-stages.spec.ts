import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TaskStatus } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import type { Person } from '../support/browser.js';
import { openTask, statusShown } from '../support/console.js';
import { ownSeconds, processesWith } from '../support/processes.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { SilentServer } from '../support/silent-server.js';
import { describeWithTerraform, TerraformStates } from '../support/terraform.js';
import { openConsoleWorkplace, type ConsoleWorkplace } from '../support/workplace.js';

const SLEEP = `sleep ${ownSeconds()}`;
const SLOW_APPLY = `provisioner "local-exec" {\n command = "${SLEEP} & ${SLEEP}"\n}`;
const NO_HOSTS = '- hosts: all\n  gather_facts: false\n  tasks: []\n';

describeWithTerraform('stopping a task in the browser', () => {
  const states = new TerraformStates();
  let place: ConsoleWorkplace;
  let client: ApiClient;
  let person: Person;
  let page: Page;
  let silent: SilentServer;
  let project: TestProject;

  beforeAll(async () => {
    silent = await SilentServer.start();
    place = await openConsoleWorkplace({
      'galaxy/site.yml': NO_HOSTS,
      'galaxy/roles/requirements.yml': `- src: git+${silent.url}/role.git\n  name: role\n`,
      'init/main.tf': `terraform {\n backend "http" {\n address = "${silent.url}/state"\n }\n}\n`,
      'apply/main.tf': states.configuration('apply', 'slow', 1, SLOW_APPLY),
      'run.sh': `${SLEEP}\n`,
    });
    ({ client, project, person, page } = place);
  });

  afterAll(async () => {
    await place.close();
    await silent.close();
    states.remove();
  });

  const start = async (name: string, body: object): Promise<number> =>
    runTask(client, project, await createTemplate(client, project, { name, ...body }));

  const terraform = (name: string, params = {}): Promise<number> =>
    start(`tf-${name}-${Math.random()}`, { app: 'terraform', playbook: name, inventory_id: null, task_params: params });

  const own = (trace: string): number[] => processesWith(trace, place.stack.dir);

  /** Presses Stop in the log dialog; the task must end as stopped with nothing left running. */
  async function stopInDialog(task: number, traces: readonly string[]): Promise<void> {
    const dialog = await openTask(page, project.id, task);
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
    await statusShown(dialog, 'Stopped');
    expect(await client.task(project.id, task)).toMatchObject({ status: 'stopped' });
    await eventually(() => traces.every((trace) => own(trace).length === 0));
  }

  const reached = (task: number, status: TaskStatus) => client.untilStatus(project.id, task, status);
  const spawned = (trace: string) => eventually(() => own(trace).length > 0);

  it('should stop it while it clones', async () => {
    const url = `${silent.url}/sources.git`;
    const body = {
      name: 'Silent',
      git_url: url,
      git_branch: 'main',
      ssh_key_id: project.keyId,
      project_id: project.id,
    };
    const repository_id = await client.create(`/project/${project.id}/repositories`, body);
    const task = await start('cloning', { repository_id });
    await silent.requested('/sources.git');
    await stopInDialog(task, [url]);
  });

  it('should stop it while it installs requirements', async () => {
    const task = await start('galaxy', { app: 'ansible', playbook: 'galaxy/site.yml' });
    await silent.requested('/role.git');
    await stopInDialog(task, ['/role.git']);
  });

  it('should stop it while it initialises', async () => {
    const task = await terraform('init');
    await silent.requested('/state');
    await stopInDialog(task, ['terraform init', 'terraform plan']);
  });

  it('should stop it while it plans', async () => {
    const holder = await terraform('apply', { auto_approve: true });
    await spawned(SLEEP);
    const planning = await start('tf-plan', {
      app: 'terraform',
      playbook: 'apply',
      inventory_id: null,
      arguments: JSON.stringify({ plan: ['-lock-timeout=300s'] }),
    });
    await spawned('-lock-timeout=300s');
    await stopInDialog(planning, ['-lock-timeout=300s']);
    await stopInDialog(holder, [SLEEP, 'terraform apply']);
    expect(states.resources('apply')).toHaveLength(1);
  });

  it('should stop it while it waits for a decision', async () => {
    const task = await terraform('apply');
    await reached(task, 'waiting_confirmation');
    await client.call('POST', `/project/${project.id}/tasks/${task}/stop`);
    await reached(task, 'stopped');
    const late = await client.send('POST', `/project/${project.id}/tasks/${task}/confirm`);
    expect(late.status).toBe(409);
  });

  it('should stop it when it is confirmed and waits for a runner', async () => {
    const task = await terraform('apply');
    await reached(task, 'waiting_confirmation');
    const path = `/project/${project.id}`;
    await client.call('PUT', path, { id: project.id, name: 'One at a time', max_parallel_tasks: 1 });
    const other = await start('occupied', {});
    await reached(other, 'running');
    await client.call('POST', `${path}/tasks/${task}/confirm`);
    await eventually(async () => {
      const { status, waiting_reason: reason } = await client.task(project.id, task);
      expect([status, reason?.code]).toEqual(['confirmed', 'project_limit']);
    });
    await stopInDialog(task, []);
    await stopInDialog(other, [SLEEP]);
  });

  it('should stop it while it applies', async () => {
    const task = await terraform('apply');
    await reached(task, 'waiting_confirmation');
    await client.call('POST', `/project/${project.id}/tasks/${task}/confirm`);
    await spawned(SLEEP);
    await stopInDialog(task, [SLEEP, 'terraform apply']);
    expect(person.faults).toEqual([]);
  });
});
