import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TaskInput } from '@switchyard/contracts';
import { Integration, type Template } from '@switchyard/database';
import { EngineFixture } from '../testing/engine-fixture.js';
import { deleteOldCommitLaunches } from './commit-launches.js';
import { launchTask } from './launch-task.js';
import { stopOlderTasks } from './stop-older-tasks.js';

const [A, B] = ['a'.repeat(40), 'b'.repeat(40)];

describe('webhooks that name a commit', () => {
  let fixture: EngineFixture;
  let template: Template;
  let integrationId: number;

  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  beforeEach(async () => {
    template = await fixture.template({ allowOverrideBranchInTask: true, allowAnyVarsInTask: true });
    const { id: templateId, projectId } = template;
    ({ id: integrationId } = await fixture.source.manager.save(Integration, { projectId, templateId, name: 'I' }));
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  async function launch(commit_hash: string, body: object = {}): Promise<number> {
    const input = TaskInput.parse({ template_id: template.id, git_branch: 'main', commit_hash, ...body });
    const origin = { kind: 'integration', integrationId } as const;
    const key = { integrationId, webhookKey: randomUUID() };
    const launched = await launchTask(fixture.engine, origin, { projectId: template.projectId, input }, key);
    return 'task' in launched ? launched.task.id : launched.known.taskId;
  }
  const statuses = async (ids: readonly number[]) =>
    Promise.all(ids.map(async (id) => (await fixture.task(id)).status));

  it('should share a task when they come together, also with others', async () => {
    const all = [A, B, A, A, B].map((commit, i) =>
      launch(commit, { git_branch: `branch-${commit[0]}`, message: `${i}` }),
    );
    const [a1, b1, a2, a3, b2] = await Promise.all(all);
    expect([a2, a3, b2]).toEqual([a1, a1, b1]);
    expect(a1).not.toBe(b1);
  });

  it('should start every commit of one branch that comes together with others', async () => {
    const ids = await Promise.all([A, B].map((commit) => launch(commit)));
    const started = await Promise.all(ids.map(async (id) => (await fixture.task(id)).commitHash));
    expect(started).toEqual([A, B]);
  });

  it('should start a commit again that comes back after another', async () => {
    const first = await launch(A);
    await launch(B);
    expect(await launch(A)).not.toBe(first);
  });

  it('should start one of their own where they differ in more than the message', async () => {
    const first = await launch(A);
    expect(await launch(A, { message: 'again' })).toBe(first);
    expect(await launch(A, { environment: '{"STAGE":"b"}' })).not.toBe(first);
    expect(await launch(A, { git_branch: 'other' })).not.toBe(first);
  });

  it('should be forgotten after a day', async () => {
    const count = async () => (await fixture.source.query('select 1 from commit_launch')).length;
    await launch(A);
    await deleteOldCommitLaunches(fixture.engine);
    expect(await count()).toBe(1);
    await fixture.source.query(`update commit_launch set created = now() - interval '25 hours'`);
    await deleteOldCommitLaunches(fixture.engine);
    expect(await count()).toBe(0);
  });

  it('should stop the older tasks of their branch, and no others', async () => {
    const [older, confirmed, other] = [await launch(A), await launch(B), await launch(A, { git_branch: 'other' })];
    await fixture.source.query('update task set decided = now() where id = $1', [confirmed]);
    const last = await launch(A);
    await stopOlderTasks(fixture.engine, await fixture.task(last));
    expect(await statuses([older, confirmed, other, last])).toEqual(['stopped', 'waiting', 'waiting', 'waiting']);
    expect(await fixture.task(older)).toMatchObject({
      endReason: `Task #${last} of a newer commit on this branch took its place`,
      endProblem: { code: 'superseded_by_commit', params: { task: last } },
    });
  });
});
