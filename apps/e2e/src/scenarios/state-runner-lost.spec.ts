import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TerraformLockState, TerraformState, TerraformStateContent, Template } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import pg from 'pg';
import { processesWith } from '../support/processes.js';
import { createTemplate, runTask } from '../support/project.js';
import { describeWithTerraform } from '../support/terraform.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

const MAIN = 'resource "terraform_data" "box" {\n  input = file("text.txt")\n}\n';
/** Bytes that do not shrink, long enough that the writing of its state can be interrupted. */
const LARGE = 4_500_000;

describeWithTerraform('a runner whose machine dies while its task writes a state', () => {
  let place: Workplace;
  let database: pg.Client;
  beforeAll(async () => {
    place = await openWorkplace(() => ({ 'main.tf': MAIN, 'text.txt': 'small' }));
    database = new pg.Client({ connectionString: place.stack.postgres.url });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await place.close();
  });

  /** Chunks of states that are being written. */
  async function unfinished(): Promise<number> {
    const { rows } = await database.query<{ n: number }>(
      'select count(*)::int as n from blob_chunk join blob on blob.id = blob_id where not whole',
    );
    return rows[0]?.n ?? 0;
  }

  /** Ends the terraform of the task, which belongs to nobody once its runner is gone. */
  function killTerraform(dir: string): void {
    const own = processesWith('terraform', dir);
    expect(own.length).toBeGreaterThan(0);
    own.forEach((pid) => process.kill(pid, 'SIGKILL'));
  }

  it('should leave the version before, whole, and its workspace free for the next task', async () => {
    const { stack, client, project, repository } = place;
    const task_params = { override_backend: true, auto_approve: true };
    const body = { app: 'terraform', playbook: '', inventory_id: null, task_params };
    const template = await createTemplate(client, project, body);
    const { inventory_id } = await client.call<Template>('GET', `/project/${project.id}/templates/${template}`);
    const terraform = `/project/${project.id}/inventory/${inventory_id}/terraform`;
    const versions = () => client.call<TerraformState[]>('GET', `${terraform}/states`);
    await client.untilStatus(project.id, await runTask(client, project, template), 'success');

    await repository.commit({ 'text.txt': randomBytes(LARGE).toString('base64') });
    const lost = await runTask(client, project, template);
    await eventually(async () => expect(await unfinished()).toBeGreaterThan(0), { timeout: 60_000, interval: 5 });
    await stack.runners[0]?.kill();
    killTerraform(stack.dir);

    expect(await client.untilEnded(project.id, lost, 90_000)).toMatchObject({ status: 'error' });
    expect(await versions()).toMatchObject([{ current: true }]);
    const kept = await client.call<TerraformStateContent>('GET', `${terraform}/states/latest`);
    expect(JSON.parse(kept.state)).toMatchObject({
      resources: [{ instances: [{ attributes: { input: { value: 'small' } } }] }],
    });
    expect(await client.call<TerraformLockState>('GET', `${terraform}/lock`)).toEqual({ lock: null });

    stack.runners[0]?.start();
    await client.untilStatus(project.id, await runTask(client, project, template), 'success', 120_000);
    expect(await versions()).toMatchObject([{ current: true, changed: 1 }, { current: false }]);
  });
});
