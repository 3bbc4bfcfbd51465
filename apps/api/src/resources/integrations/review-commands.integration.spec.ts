import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IntegrationAlias, IntegrationDelivery } from '@switchyard/contracts';
import {
  Audit,
  GitRepository,
  OutboxMessage,
  ProjectMember,
  PullRequestHead,
  Task,
  type Template,
  UserForgeAccount,
} from '@switchyard/database';
import { newTask, newTemplate, newUser } from '@switchyard/database/testing';
import { Client } from '../../testing/client.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import { PUBLISHED_COMMENTS } from '../../testing/published-pulls/published-comments.js';
import { PULL_SENDERS } from '../../testing/pull-senders.js';
import { makeIntegration, type MadeIntegration, sendSigned, webhookKey } from '../../testing/signed-webhooks.js';

const COMMIT = '53d54ac915144006c2c9e90d2c7d3880920db49c';
const HOSTS = {
  github: ['https://github.com/ops/site.git', 'github.com', '51'],
  gitlab: ['https://gitlab.example/ops/site.git', 'gitlab.example', 'ada'],
  gitea: ['https://gitea.example/ops/site.git', 'gitea.example', 'ada'],
  bitbucket: ['https://bitbucket.org/ops/site.git', 'bitbucket.org', '557058:51'],
  azure: ['https://dev.azure.example/ops/Web/_git/site', 'dev.azure.example', '54d125f7-69f7-4191-904f-c5b96b6261c8'],
} as const;
type Forge = keyof typeof HOSTS;
let test: ProjectFixture;
let keyId: number;
let template: Template;
let plan: Task;
let made: MadeIntegration;

beforeAll(async () => {
  test = await startProjectFixture({ SWITCHYARD_WEBHOOKS_PER_MINUTE: '1000' });
  keyId = await webhookKey(test);
});
afterAll(() => test.close());

/** A plan of the pull request 7 at a forge, and an integration of its pushes. */
async function begin(forge: Forge, part: Partial<Task> = {}): Promise<void> {
  const { dataSource, projectId } = test;
  await dataSource.query('delete from user_forge_account');
  template = await newTemplate(dataSource, {
    projectId,
    app: 'terraform',
    pullRequests: true,
    pullRequestApply: 'comment',
    forkRunnerTag: 'strangers',
  });
  const [gitUrl] = HOSTS[forge];
  await dataSource.manager.update(GitRepository, { id: template.repositoryId }, { gitUrl, forge, statusKeyId: keyId });
  plan = await newTask(dataSource, template, {
    status: 'success',
    app: 'terraform',
    pullRequest: { number: 7, title: 'Add a bucket', url: null, fork: false },
    commitHash: forge === 'bitbucket' ? `d3022fc0ca3d${'0'.repeat(28)}` : COMMIT,
    params: { plan: true },
    ended: new Date(),
    ...part,
  });
  await dataSource.manager.insert(PullRequestHead, {
    templateId: template.id,
    number: 7,
    commitHash: plan.commitHash ?? '',
    closed: false,
    changed: new Date(0),
  });
  made = await makeIntegration(test, { templateId: template.id, keyId, sender: forge });
}

const send = (headers: Record<string, string>, document: object) => sendSigned(test, made, headers, document);

const HEADER: Readonly<Record<Forge, string>> = {
  github: 'x-github-event',
  gitlab: 'x-gitlab-event',
  gitea: 'x-gitea-event',
  bitbucket: 'x-event-key',
  azure: 'x-none',
};

/** The published comment, with the task in the place of the published one. */
function comment(forge: Forge, task = plan.id) {
  const { event, document } = PUBLISHED_COMMENTS[forge];
  const text = JSON.stringify(document).replace('/switchyard apply 12', `/switchyard apply ${task}`);
  const more = { id: randomUUID() };
  return send({ [HEADER[forge]]: event }, { ...(JSON.parse(text) as object), ...(forge === 'azure' && more) });
}

async function link(
  forge: Forge,
  role: ProjectMember['role'] | null,
  account: string = HOSTS[forge][2],
): Promise<number> {
  const user = await newUser(test.dataSource);
  if (role !== null) {
    await test.dataSource.manager.insert(ProjectMember, { projectId: test.projectId, userId: user.id, role });
  }
  await test.dataSource.manager.insert(UserForgeAccount, { userId: user.id, host: HOSTS[forge][1], account });
  return user.id;
}

const last = async () => (await test.manager.get(`${made.path}/deliveries`)).json<IntegrationDelivery[]>()[0];
const applied = () =>
  test.dataSource.manager
    .find(Task, { where: { templateId: template.id }, order: { id: 'ASC' } })
    .then((all) => all.slice(1));
const rule = (sql: string) => test.dataSource.query(`update template set ${sql} where id = $1`, [template.id]);
const refusalOf = async () =>
  (await test.dataSource.manager.findOneBy(PullRequestHead, { templateId: template.id }))?.refusal?.code;
const refused = async (code: string) => {
  expect(await last()).toMatchObject({ result: 'refused', task_id: null, problem: { code } });
  expect(await applied()).toEqual([]);
  expect(await refusalOf()).toBe(code);
};

describe.each(Object.keys(HOSTS) as Forge[])('a comment at %s', (forge) => {
  beforeEach(() => begin(forge));

  it('should apply the plan it names in the name of who has linked its author, once', async () => {
    const userId = await link(forge, 'task_runner');
    const answer = await comment(forge);
    expect(answer.status).toBe(202);
    const [task, ...others] = await applied();
    expect([task, others]).toMatchObject([
      { userId, commitHash: plan.commitHash, review: { task_id: plan.id, way: 'comment', plan: 'pending' } },
      [],
    ]);
    expect(await last()).toMatchObject({ result: 'started', task_id: task?.id, problem: null });
    const [record] = await test.dataSource.manager.findBy(Audit, { objectType: 'task', objectId: String(task?.id) });
    expect(record).toMatchObject({ userId, action: 'tasks.apply-by-comment', after: { review: { way: 'comment' } } });
    await test.dataSource.query(`update task set status = 'error' where id = $1`, [task?.id]);
    await comment(forge);
    expect(await last()).toMatchObject({ result: 'duplicate', task_id: task?.id });
    expect(await applied()).toHaveLength(1);
  });

  it('should apply nothing of a stranger, and say so at the pull request', async () => {
    await comment(forge);
    await refused('review_no_account');
    const messages = await test.dataSource.manager.findBy(OutboxMessage, { kind: 'pull_request_comment' });
    expect(messages.filter(({ payload }) => (payload['task'] as { id: number }).id === plan.id)).toHaveLength(1);
  });
});

describe('a command', () => {
  beforeEach(() => begin('github'));

  it.each<[string, string, () => Promise<unknown>]>([
    ['of a guest', 'review_not_permitted', () => link('github', 'guest')],
    ['of who is no member', 'review_no_account', () => link('github', null)],
    [
      'whose author two members have linked',
      'review_accounts',
      async () => (await link('github', 'manager'), link('github', 'guest', 'ada-l')),
    ],
    [
      'of who has left the directory',
      'review_no_account',
      async () => {
        const id = await link('github', 'owner');
        await test.dataSource.query('update "user" set left_directory = now() where id = $1', [id]);
      },
    ],
    [
      'where the rule asks for a manager',
      'confirm_manager',
      async () => (await link('github', 'task_runner'), rule(`confirmation_role = 'manager'`)),
    ],
    [
      'where members act in the product alone',
      'review_way',
      async () => (await link('github', 'owner'), rule(`pull_request_apply = 'members'`)),
    ],
    [
      'where the merge decides',
      'review_way',
      async () => (await link('github', 'owner'), rule(`pull_request_apply = 'merge'`)),
    ],
    [
      'after newer commits',
      'review_head',
      async () => {
        await link('github', 'owner');
        await test.dataSource.query('update pull_request_head set commit_hash = $2 where template_id = $1', [
          template.id,
          'b'.repeat(40),
        ]);
      },
    ],
    [
      'of another repository',
      'review_repository',
      async () => {
        await link('github', 'owner');
        await test.dataSource.manager.update(
          GitRepository,
          { id: template.repositoryId },
          { gitUrl: 'https://github.com/ops/other.git' },
        );
      },
    ],
  ])('should apply nothing %s', async (_, code, prepare) => {
    await prepare();
    await comment('github');
    await refused(code);
  });

  it('should apply nothing of a fork, of another pull request or template', async () => {
    await link('github', 'owner');
    await comment('github', 999_999);
    await refused('review_no_plan');
    await begin('github', { pullRequest: { number: 8, title: '', url: null, fork: false } });
    await link('github', 'owner');
    await comment('github');
    await refused('review_no_plan');
    await begin('github', { pullRequest: { number: 7, title: '', url: null, fork: true } });
    await link('github', 'owner');
    await comment('github');
    await refused('review_fork');
  });

  it('should be of a second person where the author of the pull request gives it', async () => {
    const author = { name: 'Ada-L', known_by: ['51', 'ada-l'] };
    await begin('github', { pullRequest: { number: 7, title: '', url: null, fork: false, author } });
    const userId = await link('github', 'owner');
    await rule('confirmation_by_other = true');
    await comment('github');
    await refused('confirm_other');
    await test.dataSource.query(`update task set pull_request = pull_request - 'author', user_id = $2 where id = $1`, [
      plan.id,
      userId,
    ]);
    await comment('github');
    await refused('confirm_other');
    await test.dataSource.query('update task set user_id = null where id = $1', [plan.id]);
    await comment('github');
    expect(await last()).toMatchObject({ result: 'started' });
  });

  it('should be none of an integration that does not ask senders to prove themselves, nor the own comment', async () => {
    await link('github', 'owner');
    await test.dataSource.query(
      `insert into pull_request_comment (repository_id, template_id, number, comment) values ($1, $2, 7, '492700400')`,
      [template.repositoryId, template.id],
    );
    await comment('github');
    expect(await last()).toMatchObject({ result: 'not_matched', problem: { code: 'webhook_comment' } });
    await test.dataSource.query('delete from pull_request_comment');
    await test.dataSource.query(`update integration set auth_method = 'none' where template_id = $1`, [template.id]);
    await new Promise((done) => setImmediate(done));
    const alias = await test.manager.post(`${made.path}/aliases`);
    made = { ...made, address: new URL(alias.json<IntegrationAlias>().url).pathname };
    await comment('github');
    await refused('webhook_pull_request_unproved');
  });

  it('should be refused of a sender who does not prove himself', async () => {
    await link('github', 'owner');
    const { event, document } = PUBLISHED_COMMENTS.github;
    const client = new Client(test.address).with({ 'content-type': 'application/json', 'x-github-event': event });
    expect((await client.post(made.address, JSON.stringify(document))).status).toBe(401);
    expect(await applied()).toEqual([]);
  });
});

describe.each(['github', 'gitea', 'gitlab', 'bitbucket', 'azure'] as const)('a merge at %s', (forge) => {
  const repository = 'octo/site';
  const merge = (isMerged: boolean) => {
    const { headers, document } = PULL_SENDERS[forge](
      { commit: plan.commitHash ?? '', isClosed: true, isMerged },
      randomUUID(),
    );
    return send(headers, document);
  };
  const MERGE = 'e'.repeat(40);

  beforeEach(async () => {
    await begin(forge);
    await rule(`pull_request_apply = 'merge'`);
    const at = {
      github: 'github.com',
      gitea: 'gitea.example',
      gitlab: 'gitlab.example',
      bitbucket: 'bitbucket.org',
      azure: 'dev.azure.com',
    }[forge];
    const gitUrl = forge === 'azure' ? `https://${at}/octo/p/_git/site` : `https://${at}/${repository}.git`;
    await test.dataSource.manager.update(GitRepository, { id: template.repositoryId }, { gitUrl });
  });

  it('should apply the newest plan of the merged commit at the commit of the merge, once', async () => {
    await merge(true);
    await merge(true);
    const [task, ...others] = await applied();
    expect([task, others]).toMatchObject([
      { commitHash: MERGE, gitBranch: 'main', userId: null, review: { task_id: plan.id, way: 'merge' } },
      [],
    ]);
    const results = (await test.manager.get(`${made.path}/deliveries`))
      .json<IntegrationDelivery[]>()
      .map(({ result }) => result);
    expect(results).toEqual(['duplicate', 'started']);
  });

  it('should apply nothing when it is closed without one, or where the template says otherwise', async () => {
    await merge(false);
    expect(await last()).toMatchObject({ result: 'not_matched', problem: { code: 'webhook_pull_request' } });
    await rule(`pull_request_apply = 'comment'`);
    await test.manager.post(`${made.path}/aliases`);
    const alias = await test.manager.post(`${made.path}/aliases`);
    made = { ...made, address: new URL(alias.json<IntegrationAlias>().url).pathname };
    await merge(true);
    expect(await last()).toMatchObject({ result: 'not_matched', task_id: null });
    expect(await applied()).toEqual([]);
  });

  it('should be refused without a plan of that commit', async () => {
    await test.dataSource.query(`update task set status = 'error' where id = $1`, [plan.id]);
    await merge(true);
    await refused('review_no_plan');
  });
});
