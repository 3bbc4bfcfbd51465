import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Template, TerraformLockState, TerraformStateContent } from '@switchyard/contracts';
import { eventually, installSlowProvider, type SlowProvider } from '@switchyard/testing';
import { rm } from 'node:fs/promises';
import { faultsOfApplied } from '../chaos/check/applied.js';
import { ApplyingTemplate, createApplyPlace, sharedDirectory } from '../support/applying.js';
import { createTemplate, runTask } from '../support/project.js';
import { describeWithTerraform } from '../support/terraform.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

/** Its creation lasts longer than the test. */
const MAIN = `
  resource "terraform_data" "box" {
    provisioner "local-exec" {
      command = "echo be''gun; sleep 300"
    }
  }
`;

interface State {
  resources: { name: string; instances: { status?: string }[] }[];
}

describeWithTerraform('a runner with separated tasks that is killed while a task changes a state', () => {
  let place: Workplace;
  let dir: string;
  let provider: SlowProvider;
  beforeAll(async () => {
    dir = await sharedDirectory();
    provider = installSlowProvider(dir);
    const files = {
      'main.tf': MAIN,
      'asked/main.tf': provider.configuration({ journal: 'asked', gate: 'asked', ignoresStop: true }),
      'late/main.tf': provider.configuration({ journal: 'late', gate: 'late' }),
    };
    place = await openWorkplace(files, { stack: { separated: true } });
  });
  afterAll(async () => {
    await place.close();
    await rm(dir, { recursive: true, force: true });
  });

  it('should leave a state that has what its apply makes after it was asked to stop', async () => {
    const { stack, client, project } = place;
    const at = await createApplyPlace(client, project, provider);
    const template = await ApplyingTemplate.create(at, 'asked');
    const task = await template.launch();
    await eventually(() => expect(provider.made('asked')).toBe(1));
    await template.stop(task);
    const output = `/project/${project.id}/tasks/${task}/raw_output`;
    await eventually(async () => expect((await client.send('GET', output)).body).toContain('Asked terraform to stop'));

    await stack.runners[0]?.kill();
    stack.runners[0]?.start();
    provider.open('asked');
    await template.untilEnded(task);
    await eventually(async () => expect(await template.lock()).toBeNull());
    expect(provider.journal('asked')).toEqual(['create begins', 'create done']);
    expect(faultsOfApplied(await template.applied(['asked']))).toEqual([]);
  });

  it('should leave a state that could not be saved before it was killed', async () => {
    const { stack, client, project } = place;
    const template = await ApplyingTemplate.create(await createApplyPlace(client, project, provider), 'late');
    const task = await template.launch();
    await eventually(() => expect(provider.made('late')).toBe(1));
    await stack.apis[0]?.kill();
    provider.open('late');
    await eventually(() => expect(provider.journal('late')).toContain('create done'));
    await stack.runners[0]?.kill();
    stack.runners[0]?.start();
    const starts = (): number => stack.runners[0]?.output().split('"runner starts"').length ?? 0;
    const before = starts();
    await eventually(() => expect(starts()).toBeGreaterThan(before));
    stack.apis[0]?.start();
    await template.untilEnded(task);
    await eventually(async () => expect(await template.lock()).toBeNull());
    expect(faultsOfApplied(await template.applied(['late']))).toEqual([]);
  });

  it('should leave a state that has what its apply had begun to make, and the workspace free', async () => {
    const { stack, client, project } = place;
    const template = await createTemplate(client, project, {
      app: 'terraform',
      playbook: '',
      inventory_id: null,
      task_params: { override_backend: true, auto_approve: true },
    });
    const { inventory_id } = await client.call<Template>('GET', `/project/${project.id}/templates/${template}`);
    const terraform = `/project/${project.id}/inventory/${inventory_id}/terraform`;
    const task = await runTask(client, project, template);
    const begun = async (): Promise<boolean> =>
      (await client.toolLines(project.id, task)).some((line) => line.includes('begun'));
    await eventually(async () => expect(await begun()).toBe(true));

    await stack.runners[0]?.kill();
    stack.runners[0]?.start();
    expect(await client.untilEnded(project.id, task)).toMatchObject({ status: 'error' });
    const { state } = await client.call<TerraformStateContent>('GET', `${terraform}/states/latest`);
    expect((JSON.parse(state) as State).resources).toMatchObject([{ name: 'box', instances: [{ status: 'tainted' }] }]);
    const { lock } = await client.call<TerraformLockState>('GET', `${terraform}/lock`);
    expect(lock).toBeNull();
  });
});
