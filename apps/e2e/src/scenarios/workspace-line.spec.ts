import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TaskWithTemplate, Template } from '@switchyard/contracts';
import { eventually, installSlowProvider, type SlowProvider } from '@switchyard/testing';
import { createTemplate, runTask } from '../support/project.js';
import { describeWithTerraform } from '../support/terraform.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

describeWithTerraform('tasks of one workspace', () => {
  let place: Workplace;
  let provider: SlowProvider;
  beforeAll(async () => {
    place = await openWorkplace(
      ({ dir }) => {
        provider = installSlowProvider(dir);
        return { 'main.tf': provider.configuration({ journal: 'shared', gate: 'go' }) };
      },
      { shared: true },
    );
  });
  afterAll(() => place.close());

  it('should wait in line behind the one that applies, and all succeed with what it made', async () => {
    const { client, project } = place;
    const environment_id = await client.create(`/project/${project.id}/environment`, {
      project_id: project.id,
      name: 'Provider',
      password: '',
      secrets: [],
      json: '{}',
      env: JSON.stringify(provider.env),
    });
    const template = await createTemplate(client, project, {
      app: 'terraform',
      playbook: '',
      inventory_id: null,
      environment_ids: [environment_id],
      allow_parallel_tasks: true,
      task_params: { override_backend: true, auto_approve: true },
    });
    const { inventory_id } = await client.call<Template>('GET', `/project/${project.id}/templates/${template}`);
    const first = await runTask(client, project, template);
    await eventually(() => provider.made('shared') === 1);
    const others = await Promise.all([1, 2].map(() => runTask(client, project, template)));
    await eventually(async () => {
      const waiting = await client.call<TaskWithTemplate>('GET', `/project/${project.id}/tasks/${others[1]}`);
      expect(waiting.waiting_reason).toMatchObject({ code: 'workspace_busy', params: { task: first } });
    });
    provider.open('go');
    for (const task of [first, ...others]) {
      await client.untilStatus(project.id, task, 'success', 60_000);
    }
    const path = `/project/${project.id}/inventory/${inventory_id}/terraform/states`;
    expect([provider.made('shared'), (await client.call<unknown[]>('GET', path)).length]).toEqual([1, 1]);
  });
});
