import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { problem, type PullRequest } from '@switchyard/contracts';
import { OutboxMessage, PullRequestHead, type Task, type Template } from '@switchyard/database';
import { newAccessKey, newRunner, newUser } from '@switchyard/database/testing';
import { eventually } from '@switchyard/testing';
import { finishAttempt } from '../attempts/finish-attempt.js';
import { recordProgress } from '../attempts/record-progress.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { ReviewRefusedError } from '../errors.js';
import { createTask } from '../launch/create-task.js';
import { storePlan } from '../plans/plans.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { type Approval, applyReviewed, reviewRefusal } from './apply-reviewed.js';
import { refuseReview } from './refuse-review.js';
import { noteHead } from './pull-request-heads.js';

const [A, B] = ['a'.repeat(40), 'b'.repeat(40)];
const PULL: PullRequest = { number: 7, title: 'Add a bucket', url: null, fork: false };
const [ONE, OTHER] = ['1'.repeat(64), '2'.repeat(64)];
const CHANGES = { add: 1, change: 0, destroy: 0, import: 0, outputs: 0 };

describe('plans that were reviewed', () => {
  let fixture: EngineFixture;
  let userId: number;
  let template: Template;

  beforeAll(async () => {
    fixture = await EngineFixture.open(20);
    userId = (await newUser(fixture.source)).id;
  });
  beforeEach(async () => {
    template = await fixture.template({ app: 'terraform', pullRequests: true, pullRequestApply: 'members' });
    await newRunner(fixture.source, { apps: [{ id: 'terraform', version: '1' }], maxParallelTasks: 1 });
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  const headMoves = (commit: string, part: { closed?: boolean; changed?: Date } = {}) =>
    noteHead(fixture.engine, { templateId: template.id, number: 7, commit, closed: false, changed: null, ...part });

  /** Runs what was launched up to the end of its plan. */
  async function plan(task: Task, outcome: 'success' | 'planned', digest: string | null): Promise<Task> {
    await fixture.assign();
    const { runnerId } = await fixture.task(task.id);
    const held = await fixture.lease(task.id);
    await startAttempt(fixture.engine, runnerId ?? 0, held);
    const facts = { plan_summary: CHANGES, ...(digest !== null && { plan_digest: digest }) };
    await recordProgress(fixture.engine, runnerId ?? 0, { ...held, ...facts });
    if (outcome === 'planned') {
      await storePlan(fixture.engine, runnerId ?? 0, held, Buffer.from('plan'));
    }
    await finishAttempt(fixture.engine, runnerId ?? 0, await fixture.report(task.id, { outcome }));
    return fixture.task(task.id);
  }

  /** The plan of the pull request at a commit. */
  async function planned(commit = A, part: Partial<Task> = {}, digest: string | null = ONE): Promise<Task> {
    const { projectId, id: templateId } = template;
    const made = { projectId, templateId, gitBranch: 'feature', commitHash: commit, params: { plan: true } };
    const task = await createTask(fixture.engine, { ...made, pullRequest: PULL, ...part });
    await headMoves(commit);
    return plan(task, 'success', digest);
  }

  const approval = ({ id: taskId }: Task, part: Partial<Approval> = {}): Approval => ({
    projectId: template.projectId,
    taskId,
    way: 'members',
    userId,
    integrationId: null,
    account: null,
    url: null,
    key: null,
    merged: null,
    ...part,
  });
  const apply = (task: Task, part: Partial<Approval> = {}) => applyReviewed(fixture.engine, approval(task, part));
  const refused = (code: string) => ({ problem: expect.objectContaining({ code }) });

  it('should be applied by a task of the same commit that plans the same', async () => {
    const reviewed = await planned();
    const task = await apply(reviewed);
    expect(task).toMatchObject({ commitHash: A, gitBranch: 'feature', params: {}, userId, pullRequest: PULL });
    const done = await plan(task, 'planned', ONE);
    expect(done).toMatchObject({
      status: 'confirmed',
      decidedBy: userId,
      review: { task_id: reviewed.id, plan: 'same' },
    });
    expect(await fixture.assign()).toBe(1);
  });

  it.each<[string, string | null, string | null, string]>([
    ['plans something else', ONE, OTHER, 'different'],
    ['has no digest', ONE, null, 'unknown'],
    ['was reviewed without a digest', null, ONE, 'unknown'],
  ])('should wait for a person when the task %s', async (_, before, now, result) => {
    const task = await apply(await planned(A, {}, before));
    expect(await plan(task, 'planned', now)).toMatchObject({
      status: 'waiting_confirmation',
      decided: null,
      review: { plan: result },
    });
  });

  it('should be applied once when several ask at the same moment, and again after a failure', async () => {
    const reviewed = await planned();
    const answers = await Promise.allSettled([apply(reviewed), apply(reviewed), apply(reviewed)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(apply(reviewed)).rejects.toMatchObject(refused('review_applied'));
    await fixture.source.query(`update task set status = 'error', ended = now() where review is not null`);
    expect(await apply(reviewed)).toMatchObject({ status: 'waiting' });
  });

  it('should be judged once nobody else changes it', async () => {
    const reviewed = await planned();
    const outcome = await fixture.source.transaction(async (manager) => {
      await manager.query(`update task set status = 'error' where id = $1`, [reviewed.id]);
      const applying = apply(reviewed).then(
        () => 'applied',
        () => 'refused',
      );
      const isWaiting = async () => {
        const sql = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        expect(await fixture.source.query(sql)).toHaveLength(1);
        return 'waits';
      };
      return [await Promise.race([applying, eventually(isWaiting)]), applying] as const;
    });
    expect([outcome[0], await outcome[1]]).toEqual(['waits', 'refused']);
  });

  it('should be the newest one of the last commit', async () => {
    const [first, second] = [await planned(), await planned()];
    await expect(apply(first)).rejects.toMatchObject(refused('review_older'));
    await headMoves(B);
    await expect(apply(second)).rejects.toMatchObject(refused('review_head'));
    const last = await planned(B);
    await headMoves(A, { changed: new Date(0) });
    await expect(apply(second)).rejects.toThrow(ReviewRefusedError);
    await headMoves(B, { closed: true });
    await expect(apply(last)).rejects.toMatchObject(refused('review_closed'));
    await headMoves(B);
    expect(await apply(last)).toMatchObject({ commitHash: B });
  });

  it.each<[string, string, () => Promise<Task>]>([
    ['a fork', 'review_fork', () => planned(A, { pullRequest: { ...PULL, fork: true }, gitBranch: 'x' })],
    ['no pull request', 'review_no_plan', () => planned(A, { pullRequest: null })],
    ['a task that does more than plan', 'review_no_plan', () => planned(A, { params: {} })],
    [
      'a task that applies',
      'review_no_plan',
      () => planned(A, { review: { task_id: 1, way: 'members', account: null, url: null, plan: 'same' } }),
    ],
  ])('should be refused of %s', async (_, code, make) => {
    await fixture.source.query(`update template set fork_runner_tag = '' where id = $1`, [template.id]);
    await expect(apply(await make())).rejects.toMatchObject(refused(code));
  });

  it('should be refused where it changes nothing, did not succeed, or another tool would run', async () => {
    const task = await planned();
    const set = (column: string, value: unknown) =>
      fixture.source.query(`update task set ${column} = $2 where id = $1`, [task.id, value]);
    await set('plan_summary', JSON.stringify({ ...CHANGES, add: 0 }));
    await expect(apply(task)).rejects.toMatchObject(refused('review_nothing'));
    await set('plan_summary', null);
    await set('status', 'error');
    await expect(apply(task)).rejects.toMatchObject(refused('review_no_plan'));
    await set('status', 'success');
    await fixture.source.query(`update template set app = 'tofu' where id = $1`, [template.id]);
    await expect(apply(task)).rejects.toMatchObject(refused('review_no_plan'));
    await fixture.source.query(`update template set app = 'bash' where id = $1`, [template.id]);
    await expect(apply(task)).rejects.toMatchObject(refused('review_way'));
  });

  it('should be refused where the template lets nobody do so, as is known before', async () => {
    const task = await planned();
    const look = () => reviewRefusal(fixture.engine, approval(task));
    expect(await look()).toBeNull();
    await fixture.source.query(`update template set pull_request_apply = 'nobody' where id = $1`, [template.id]);
    expect((await look())?.code).toBe('review_way');
    await expect(apply(task)).rejects.toMatchObject(refused('review_way'));
  });

  it('should be started once by what happened once at the forge, also after a failure', async () => {
    const reviewed = await planned();
    const by = { way: 'members', key: 'comment 7 42' } as const;
    const task = await apply(reviewed, by);
    await expect(apply(reviewed, by)).rejects.toMatchObject({ taskId: task.id });
    await fixture.source.query(`update task set status = 'error', ended = now() where id = $1`, [task.id]);
    await expect(apply(reviewed, by)).rejects.toMatchObject({ taskId: task.id });
    expect(await apply(reviewed, { ...by, key: 'comment 7 43' })).toMatchObject({ status: 'waiting' });
  });

  it('should be applied at the commit of the merge once the pull request is merged', async () => {
    await fixture.source.query(`update template set pull_request_apply = 'merge' where id = $1`, [template.id]);
    const reviewed = await planned();
    const by = { way: 'merge', userId: null, merged: { branch: 'main', commit: B } } as const;
    await expect(apply(reviewed, by)).rejects.toMatchObject(refused('review_closed'));
    await expect(apply(reviewed)).rejects.toMatchObject(refused('review_way'));
    await headMoves(A, { closed: true });
    const task = await apply(reviewed, by);
    expect(task).toMatchObject({ commitHash: B, gitBranch: 'main', userId: null });
    expect(await plan(task, 'planned', ONE)).toMatchObject({ status: 'confirmed', decidedBy: null });
  });

  it('should be shown at the pull request when nothing is applied, by one message that waits', async () => {
    const task = await planned();
    const messages = () => fixture.source.getRepository(OutboxMessage).findBy({ kind: 'pull_request_comment' });
    const refuse = () =>
      refuseReview(fixture.engine, { templateId: template.id, number: 7, problem: problem('review_fork') });
    await refuse();
    expect(await messages()).toEqual([]);
    const key = await newAccessKey(fixture.source, { projectId: template.projectId });
    await fixture.source.query('update git_repository set status_key_id = $2 where id = $1', [
      template.repositoryId,
      key.id,
    ]);
    await refuse();
    await refuse();
    expect(await messages()).toMatchObject([{ payload: { number: 7, progress: 'success', task: { id: task.id } } }]);
    const [head] = await fixture.source.getRepository(PullRequestHead).find();
    expect(head?.refusal).toMatchObject({ code: 'review_fork' });
    await headMoves(B);
    expect((await fixture.source.getRepository(PullRequestHead).find())[0]?.refusal).toBeNull();
  });
});
