import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Template, TerraformLockState, TerraformStateContent } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
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
  beforeAll(async () => {
    place = await openWorkplace({ 'main.tf': MAIN }, { stack: { separated: true } });
  });
  afterAll(() => place.close());

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
    await eventually(async () => expect(await begun()).toBe(true), { timeout: 60_000 });

    await stack.runners[0]?.kill();
    stack.runners[0]?.start();
    expect(await client.untilEnded(project.id, task, 90_000)).toMatchObject({ status: 'error' });
    const { state } = await client.call<TerraformStateContent>('GET', `${terraform}/states/latest`);
    expect((JSON.parse(state) as State).resources).toMatchObject([{ name: 'box', instances: [{ status: 'tainted' }] }]);
    const { lock } = await client.call<TerraformLockState>('GET', `${terraform}/lock`);
    expect(lock).toBeNull();
  });
});
