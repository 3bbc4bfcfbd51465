import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type {
  OfferedState,
  TaskNote,
  TerraformLockState,
  TerraformState,
  TerraformStateContent,
  Template,
} from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import pg from 'pg';
import { processesWith } from '../support/processes.js';
import { createTemplate, runTask } from '../support/project.js';
import { describeWithTerraform } from '../support/terraform.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

const MAIN = 'resource "terraform_data" "box" {\n  input = file("text.txt")\n}\n';
/** Bytes that do not shrink, long enough that the writing of its state can be interrupted. */
const LARGE = 4_500_000;

/** A creation that begins, and ends when the test lets it. */
const gated = (dir: string): string => `
  variable "gate" { type = string }
  resource "terraform_data" "gated" {
    provisioner "local-exec" {
      command = "touch ${dir}/begun-$GATE; while [ ! -e ${dir}/go-$GATE ]; do sleep 0.05; done"
      environment = { GATE = var.gate }
    }
  }
`;

describeWithTerraform('a runner or an api that is lost while a task changes a state', () => {
  let place: Workplace;
  let database: pg.Client;
  beforeAll(async () => {
    place = await openWorkplace(({ dir }) => ({ 'main.tf': MAIN, 'text.txt': 'small', 'gated/main.tf': gated(dir) }));
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

  /** One that has ended with another is no fault. */
  function endAtOnce(pid: number): void {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      expect(error).toMatchObject({ code: 'ESRCH' });
    }
  }

  /** Ends the terraform of the task, which belongs to nobody once its runner is gone. */
  function killTerraform(dir: string): void {
    const own = processesWith('terraform', dir);
    expect(own.length).toBeGreaterThan(0);
    own.forEach(endAtOnce);
  }

  /** A template with a workspace of its own, and what is asked of that. */
  async function newTemplate(more: object = {}) {
    const { client, project } = place;
    const task_params = { override_backend: true, auto_approve: true };
    const body = { app: 'terraform', playbook: '', inventory_id: null, task_params, ...more };
    const template = await createTemplate(client, project, body);
    const { inventory_id } = await client.call<Template>('GET', `/project/${project.id}/templates/${template}`);
    const terraform = `/project/${project.id}/inventory/${inventory_id}/terraform`;
    return {
      template,
      terraform,
      versions: () => client.call<TerraformState[]>('GET', `${terraform}/states`),
      offered: () => client.call<OfferedState[]>('GET', `${terraform}/states/offered`),
      lock: async () => (await client.call<TerraformLockState>('GET', `${terraform}/lock`)).lock,
      resources: async () => {
        const { state } = await client.call<TerraformStateContent>('GET', `${terraform}/states/latest`);
        return (JSON.parse(state) as { resources: { name: string }[] }).resources.map(({ name }) => name);
      },
    };
  }

  /** A template whose apply waits for the test. */
  async function newGated(gate: string, env: Record<string, string> = {}) {
    const { stack, client, project } = place;
    const environment_id = await client.create(`/project/${project.id}/environment`, {
      project_id: project.id,
      name: gate,
      password: '',
      secrets: [],
      json: JSON.stringify({ gate }),
      env: JSON.stringify(env),
    });
    const made = await newTemplate({ playbook: 'gated', environment_ids: [environment_id], name: gate });
    return {
      ...made,
      begun: () => eventually(async () => expect(existsSync(join(stack.dir, `begun-${gate}`))).toBe(true)),
      go: () => writeFileSync(join(stack.dir, `go-${gate}`), ''),
    };
  }

  /** The lease of the attempt of the task is over at once. */
  const expire = (task: number): Promise<unknown> =>
    database.query(`update attempt set lease_until = now() - interval '1 s' where task_id = $1`, [task]);

  const notes = async (task: number): Promise<string[]> => {
    const path = `/project/${place.project.id}/tasks/${task}`;
    return (await place.client.call<{ notes: TaskNote[] }>('GET', path)).notes.map(({ code }) => code);
  };

  it('should leave the version before, whole, and its workspace locked until the runner answers', async () => {
    const { stack, client, project, repository } = place;
    const { template, terraform, versions, lock } = await newTemplate();
    await client.untilStatus(project.id, await runTask(client, project, template), 'success');

    await repository.commit({ 'text.txt': randomBytes(LARGE).toString('base64') });
    const lost = await runTask(client, project, template);
    await eventually(async () => expect(await unfinished()).toBeGreaterThan(0), { interval: 5 });
    await stack.runners[0]?.kill();
    killTerraform(stack.dir);

    expect(await client.untilEnded(project.id, lost)).toMatchObject({ status: 'error' });
    expect(await versions()).toMatchObject([{ current: true }]);
    const kept = await client.call<TerraformStateContent>('GET', `${terraform}/states/latest`);
    expect(JSON.parse(kept.state)).toMatchObject({
      resources: [{ instances: [{ attributes: { input: { value: 'small' } } }] }],
    });
    expect(await lock()).toMatchObject({ task_id: lost, runner: stack.runners[0]?.name, lost: expect.any(String) });

    stack.runners[0]?.start();
    await eventually(async () => expect(await lock()).toBeNull());
    expect(await notes(lost)).toEqual(['lost_attempt_over']);
    await client.untilStatus(project.id, await runTask(client, project, template), 'success');
    expect(await versions()).toMatchObject([{ current: true, changed: 1 }, { current: false }]);
  });

  it('should end an apply whose runner was silent and comes back, and save its state', async () => {
    const { stack, client, project } = place;
    const { template, lock, resources, begun, go } = await newGated('silent');
    const task = await runTask(client, project, template);
    await begun();
    stack.runners[0]?.signal('SIGSTOP');
    await expire(task);
    expect(await client.untilEnded(project.id, task)).toMatchObject({ status: 'error' });
    expect(await lock()).toMatchObject({ task_id: task, lost: expect.any(String) });

    stack.runners[0]?.signal('SIGCONT');
    await eventually(async () => expect(await notes(task)).toEqual(['lost_attempt_goes_on']));
    go();
    await eventually(async () => expect(await notes(task)).toEqual(['lost_attempt_goes_on', 'lost_attempt_saved']));
    expect([await lock(), await resources()]).toEqual([null, ['gated']]);
  });

  it('should offer the state that could not be saved while the api was away, though the runner was killed then', async () => {
    const { stack, client, project } = place;
    const [api, runner] = [stack.apis[0], stack.runners[0]];
    const { template, terraform, offered, lock, resources, begun, go } = await newGated('away', {
      TF_HTTP_RETRY_MAX: '0',
    });
    const task = await runTask(client, project, template);
    await begun();
    await api?.kill();
    go();
    const kept = join(stack.dir, 'work', runner?.name ?? '', 'kept-states');
    await eventually(async () => expect(readdirSync(kept)).toEqual([expect.stringMatching(/^\d+$/)]));
    await runner?.kill();
    api?.start();
    await stack.untilReady();
    runner?.start();
    await eventually(async () => expect(await offered()).toMatchObject([{ task_id: task, follows: true }]));
    await eventually(async () => expect([await lock(), readdirSync(kept)]).toEqual([null, []]));
    expect(await notes(task)).toContain('state_kept_here');

    const [state] = await offered();
    await client.call('POST', `${terraform}/states/${state?.id}/accept`, {});
    expect([await resources(), await offered()]).toEqual([['gated'], []]);
  });
});
