import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaskWithTemplate } from '@switchyard/contracts';
import { Task, type Template } from '@switchyard/database';
import { newInventory, newTask } from '@switchyard/database/testing';
import type { Answer, Client } from '../testing/client.js';
import { type LaunchFixture, startLaunchFixture } from '../testing/launch-fixture.js';

/** Launches as clients of other versions send them. */
let test: LaunchFixture;
let runner: Client;

beforeAll(async () => {
  test = await startLaunchFixture({ app: 'ansible', playbook: 'site.yml' });
  ({ runner } = test);
});
afterAll(() => test.close());

const template: LaunchFixture['template'] = (row) => test.template(row);
const jobOf: LaunchFixture['jobOf'] = (task) => test.jobOf(task);
const launch = (on: Template, body?: object) => test.launch(runner, on, body);
const launched = (on: Template, body?: object) => test.launched(runner, on, body);
const change = ({ id }: { id: number }, row: Partial<Pick<Task, 'commitHash' | 'status'>>) =>
  test.dataSource.manager.update(Task, { id }, row);
const read = async ({ id }: { id: number }) => (await runner.get(`${test.base}/tasks/${id}`)).json<TaskWithTemplate>();

describe('an override that the template does not allow', () => {
  it('should be dropped whatever its form, and named in the answer and with the task', async () => {
    const bad = { arguments: '[["--x"]]', playbook: '../../etc/passwd', git_branch: '--output=/x' };
    const task = await launched(await template(), { ...bad, params: { limit: ['@/etc/passwd'] } });
    const names = ['playbook', 'arguments', 'git_branch', 'limit'];
    expect(task.ignored).toEqual(names.map((name) => ({ kind: 'option', name, reason: 'not_allowed' })));
    expect((await read(task)).ignored).toEqual(task.ignored);
    expect(JSON.stringify(await jobOf(task))).not.toMatch(/--x|etc\/passwd|output/);
  });

  it('should be judged where it is used', async () => {
    const on = await template({
      allowOverrideArgsInTask: true,
      allowOverrideBranchInTask: true,
      taskParams: { allow_override_limit: true },
    });
    for (const [body, message] of [
      [{ arguments: '[["--x"]]' }, 'arguments: must be a JSON array of at most 1000 strings'],
      [{ playbook: '../../etc/passwd' }, 'playbook: must not leave the repository'],
      [{ git_branch: '--output=/x' }, expect.stringMatching(/^git_branch: /)],
      [{ params: { limit: ['@/etc/passwd'] } }, 'params.limit.0: must be a pattern'],
    ] as const) {
      const answer = await launch(on, body);
      expect([answer.status, answer.json<{ error: string }>().error]).toEqual([400, message]);
    }
  });

  it('should be of the right type all the same', async () => {
    expect((await launch(await template(), { arguments: ['--x'] })).status).toBe(400);
  });
});

describe('null within params', () => {
  it('should count as absent', async () => {
    const params = { limit: null, tags: null, debug: null, debug_level: null, dry_run: true };
    expect((await launched(await template(), { params })).params).toEqual({ dry_run: true });
  });
});

describe('a task that is sent again', () => {
  it('should be no dry run any more by the top level', async () => {
    const on = await template();
    const task = await launched(on, { params: { dry_run: true, diff: true } });
    const again = await launched(on, { ...task, dry_run: false });
    expect([again.params, again.dry_run, (await jobOf(again)).params.check]).toEqual([{ diff: true }, false, false]);
    const edited = await launched(on, { ...again, params: { dry_run: true } });
    expect([edited.dry_run, (await jobOf(edited)).params.check]).toEqual([true, true]);
  });

  it('should run the same commit, also where the template allows no other branch', async () => {
    const on = await template();
    const task = await launched(on);
    await change(task, { commitHash: 'c'.repeat(40), status: 'success' });
    const again = await launched(on, await read(task));
    expect([again.commit_hash, again.ignored]).toEqual(['c'.repeat(40), []]);
    expect((await jobOf(again)).repository.commit).toBe('c'.repeat(40));
  });

  it('should run no commit but that of a task of the template, of a branch that may be used', async () => {
    const on = await template();
    const commitHash = 'd'.repeat(40);
    const other = await newTask(test.dataSource, await template(), { commitHash });
    const ofBranch = await newTask(test.dataSource, on, { commitHash, gitBranch: 'next' });
    const own = await newTask(test.dataSource, on, { commitHash });
    for (const [id, hash] of [
      [other.id, commitHash],
      [ofBranch.id, commitHash],
      [own.id, 'e'.repeat(40)],
      [999_999, commitHash],
      [0, commitHash],
      [null, commitHash],
    ]) {
      const { commit_hash, ignored } = await launched(on, { id, commit_hash: hash });
      expect([commit_hash, ignored.map(({ name }) => name)]).toEqual([null, ['commit_hash']]);
    }
  });
});

describe('a planned app', () => {
  it.each(['terraform', 'tofu', 'terragrunt', 'pulumi'])('should let %s use workspaces of either type', async (app) => {
    const { projectId } = test;
    const on = await template({ app, playbook: '', taskParams: { allow_override_inventory: true } });
    for (const type of ['terraform-workspace', 'tofu-workspace'] as const) {
      const { id } = await newInventory(test.dataSource, { projectId, type, inventory: 'prod' });
      expect((await launched(on, { inventory_id: id })).inventory_id).toBe(id);
      const body = { name: 'T', app, repository_id: on.repositoryId, inventory_id: id };
      const answer: Answer = await test.manager.post(`${test.base}/templates`, body);
      expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    }
  });
});
