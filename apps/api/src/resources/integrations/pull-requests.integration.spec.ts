import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type IntegrationDelivery, type Sender } from '@switchyard/contracts';
import { Task, type Template } from '@switchyard/database';
import { newTemplate } from '@switchyard/database/testing';
import { signInAs } from '../../testing/client.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import { type PulledPart, PULL_SENDERS } from '../../testing/pull-senders.js';
import { makeIntegration, type MadeIntegration, sendSigned, webhookKey } from '../../testing/signed-webhooks.js';

const [A, B] = ['a'.repeat(40), 'b'.repeat(40)];
let test: ProjectFixture;
let keyId: number;
let template: Template;

beforeAll(async () => {
  test = await startProjectFixture({ SWITCHYARD_WEBHOOKS_PER_MINUTE: '200' });
  keyId = await webhookKey(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  template = await newTemplate(test.dataSource, {
    projectId: test.projectId,
    app: 'terraform',
    pullRequests: true,
    forkRunnerTag: 'strangers',
    runnerTag: 'own',
  });
});

interface Made extends MadeIntegration {
  sender: Sender;
}

const integration = async (sender: Sender, part: object = {}): Promise<Made> => ({
  ...(await makeIntegration(test, { templateId: template.id, keyId, sender }, part)),
  sender,
});

function send(to: Made, part: PulledPart = {}, delivery: string = randomUUID()) {
  const { headers, document } = PULL_SENDERS[to.sender as keyof typeof PULL_SENDERS]({ commit: A, ...part }, delivery);
  return sendSigned(test, to, headers, document);
}

const deliveries = async ({ path }: Made) =>
  (await test.manager.get(`${path}/deliveries`)).json<IntegrationDelivery[]>();
const last = async (of: Made) => (await deliveries(of))[0];
const tasks = () => test.dataSource.manager.find(Task, { where: { templateId: template.id }, order: { id: 'ASC' } });

describe.each(['github', 'gitlab', 'gitea', 'bitbucket', 'azure'] as const)('a pull request of %s', (sender) => {
  it('should start a plan of its head, once for each commit', async () => {
    const to = await integration(sender);
    expect((await send(to)).status).toBe(202);
    expect((await last(to))?.problem).toBeNull();
    await send(to, { isUpdate: true });
    await send(to, { isUpdate: true, commit: B });
    expect((await deliveries(to)).map(({ result }) => result)).toEqual(['started', 'duplicate', 'started']);
    const pullRequest = { number: 7, title: 'Add a bucket', url: expect.stringMatching(/^https:/), fork: false };
    expect(await tasks()).toMatchObject([
      { gitBranch: 'feature', commitHash: A, params: { plan: true }, pullRequest, tag: 'own' },
      { gitBranch: 'feature', commitHash: B, params: { plan: true }, pullRequest, tag: 'own' },
    ]);
  });

  it('should start nothing when it is closed, or where the template does not run on them', async () => {
    const to = await integration(sender);
    await send(to, { isClosed: true });
    expect(await last(to)).toMatchObject({ result: 'not_matched', problem: { code: 'webhook_pull_request' } });
    await test.dataSource.query('update template set pull_requests = false where id = $1', [template.id]);
    const other = await integration(sender);
    await send(other);
    expect(await last(other)).toMatchObject({ result: 'not_matched', problem: null, pull_request: null });
    expect(await tasks()).toEqual([]);
  });

  it('should wait for approval when it is of a fork, or be refused where its commits are not offered', async () => {
    const to = await integration(sender);
    await send(to, { fork: true });
    const row = await last(to);
    if (sender === 'bitbucket') {
      expect(row).toMatchObject({ result: 'refused', problem: { code: 'webhook_fork_unreachable' } });
      return;
    }
    expect(row).toMatchObject({ result: 'awaiting_approval', task_id: null, pull_request: { fork: true } });
    expect(await tasks()).toEqual([]);
    const approved = await test.manager.post(`${to.path}/deliveries/${row?.id}/approve`);
    expect([approved.status, approved.json()]).toEqual([200, expect.objectContaining({ result: 'started' })]);
    const [task] = await tasks();
    expect([task?.gitBranch, task?.commitHash, task?.params, task?.tag]).toEqual([
      expect.stringMatching(/^refs\/(pull|merge-requests)\/7\//),
      A,
      { plan: true },
      'strangers',
    ]);
  });
});

describe('the runners for forks', () => {
  const setTag = (tag: string | null) =>
    test.dataSource.query('update template set fork_runner_tag = $2 where id = $1', [template.id, tag]);
  const refused = { result: 'refused', task_id: null, problem: { code: 'fork_no_runner' } };

  it('should be named by the template, else a fork is refused, also one that waits for approval', async () => {
    const to = await integration('github');
    await send(to, { fork: true });
    const waiting = await last(to);
    expect(waiting).toMatchObject({ result: 'awaiting_approval' });
    await setTag(null);
    const later = await integration('github');
    await send(later, { fork: true, commit: B });
    expect(await last(later)).toMatchObject({ ...refused, pull_request: { fork: true } });
    expect((await test.manager.post(`${to.path}/deliveries/${waiting?.id}/approve`)).json()).toMatchObject(refused);
    await send(to, { commit: B });
    expect(await tasks()).toMatchObject([{ commitHash: B, tag: 'own' }]);
  });

  /** A task of a fork that was approved. */
  async function ofFork(): Promise<Task> {
    const to = await integration('github');
    await send(to, { fork: true });
    await test.manager.post(`${to.path}/deliveries/${(await last(to))?.id}/approve`);
    return (await tasks())[0] as Task;
  }

  it('should take what runs again, as a plan of the commit that was approved', async () => {
    const { id, gitBranch, commitHash, pullRequest } = await ofFork();
    const runner = await signInAs(test, test.projectId, 'task_runner');
    const again = { template_id: template.id, id, git_branch: gitBranch, commit_hash: commitHash };
    const answers = [
      await runner.post(`${test.base}/tasks/${id}/restart`),
      await runner.post(`${test.base}/tasks`, { ...again, params: {} }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const same = { gitBranch, commitHash, pullRequest, params: { plan: true }, tag: 'strangers' };
    expect((await tasks()).slice(1)).toMatchObject([same, same]);
    await setTag(null);
    expect((await runner.post(`${test.base}/tasks/${id}/restart`)).json()).toMatchObject({
      issues: [{ code: 'fork_no_runner' }],
    });
  });

  it('should not take another commit for the one that was approved', async () => {
    const { id, gitBranch } = await ofFork();
    const body = { template_id: template.id, id, git_branch: gitBranch, params: { plan: true } };
    for (const other of [{}, { commit_hash: B }]) {
      await test.manager.post(`${test.base}/tasks`, { ...body, ...other });
    }
    const usual = { gitBranch: null, commitHash: null, pullRequest: null, tag: 'own' };
    expect((await tasks()).slice(1)).toMatchObject([usual, usual]);
  });

  it.each(['refs/pull/8/head', 'refs/merge-requests/8/head', 'refs/pull/8/merge'])(
    'should take a launch of %s, which anybody may write to',
    async (git_branch) => {
      await test.dataSource.query('update template set allow_override_branch_in_task = true where id = $1', [
        template.id,
      ]);
      const launch = () => test.manager.post(`${test.base}/tasks`, { template_id: template.id, git_branch });
      expect((await launch()).status).toBe(201);
      expect(await tasks()).toMatchObject([{ gitBranch: git_branch, tag: 'strangers' }]);
      await setTag(null);
      const answer = await launch();
      expect([answer.status, answer.json()]).toMatchObject([400, { issues: [{ code: 'fork_no_runner' }] }]);
    },
  );
});

describe('the approval of a fork', () => {
  it('should be given once, by those who manage resources, and not by delivering again', async () => {
    const to = await integration('github');
    await send(to, { fork: true });
    const row = await last(to);
    const path = `${to.path}/deliveries/${row?.id}`;
    const again = await test.manager.post(`${path}/redeliver`);
    expect(again.json()).toMatchObject({ result: 'awaiting_approval', problem: { code: 'webhook_fork' } });
    const runner = await signInAs(test, test.projectId, 'task_runner');
    expect((await runner.post(`${path}/approve`)).status).toBe(403);
    expect(await tasks()).toEqual([]);
    const answers = await Promise.all([1, 2].map(() => test.manager.post(`${path}/approve`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await tasks()).toHaveLength(1);
    const original = (await deliveries(to)).find(({ id }) => id === row?.id);
    expect(original).toMatchObject({ approved: expect.any(String), approved_by: expect.any(String) });
    const other = await integration('github');
    expect((await test.manager.post(`${other.path}/deliveries/${row?.id}/approve`)).status).toBe(404);
  });

  it('should wait on when nothing was started by it', async () => {
    const to = await integration('github');
    await send(to, { fork: true });
    const path = `${to.path}/deliveries/${(await last(to))?.id}/approve`;
    const setRuns = (runs: boolean) =>
      test.dataSource.query('update template set pull_requests = $2 where id = $1', [template.id, runs]);
    await setRuns(false);
    expect((await test.manager.post(path)).json()).toMatchObject({ result: 'not_matched', task_id: null });
    await setRuns(true);
    expect((await test.manager.post(path)).json()).toMatchObject({ result: 'started' });
    expect(await tasks()).toHaveLength(1);
  });
});

describe('pull requests', () => {
  it('should start nothing of senders who need not prove themselves', async () => {
    const to = await integration('github', { auth_method: 'none', auth_secret_id: null, preset: null });
    await send(to);
    expect(await last(to)).toMatchObject({
      result: 'refused',
      problem: { code: 'webhook_pull_request_unproved' },
    });
    expect(await tasks()).toEqual([]);
  });

  it('should fit the branches of the integration by their target, and hold all other matchers', async () => {
    const to = await integration('github', { branches: ['release/*'] });
    await send(to);
    expect(await last(to)).toMatchObject({ result: 'not_matched', problem: { code: 'webhook_branch' } });
    await send(to, { target: 'release/1' });
    expect(await last(to)).toMatchObject({ result: 'started' });
    const other = { name: 'r', match_type: 'body', body_data_type: 'json', key: 'repository.name', method: 'equals' };
    await test.manager.post(`${to.path}/matchers`, { ...other, value: 'another' });
    await send(to, { target: 'release/1', commit: B });
    expect(await last(to)).toMatchObject({ result: 'not_matched', problem: null });
  });

  it.each([
    ['', 'ansible', { dry_run: true }],
    ['bash', 'a script', {}],
  ])('should start the app "%s" as %s', async (app, _, params) => {
    await test.dataSource.query('update template set app = $2 where id = $1', [template.id, app]);
    const to = await integration('gitlab', { task_params: { params: { auto_approve: true, destroy: true } } });
    await send(to);
    expect((await last(to))?.issues).toEqual([]);
    expect(await tasks()).toMatchObject([{ params }]);
  });

  it('should never be applied or destroy, whatever the integration launches with', async () => {
    await test.dataSource.query(
      `update template set task_params = '{"allow_destroy":true,"allow_auto_approve":true}' where id = $1`,
      [template.id],
    );
    const params = { auto_approve: true, destroy: true, test: true };
    const to = await integration('gitea', { task_params: { params } });
    await send(to);
    const [task] = await tasks();
    expect(task?.params).toEqual({ plan: true });
  });
});
