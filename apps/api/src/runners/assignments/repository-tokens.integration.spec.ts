import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Job,
  namedSecrets,
  type PollAnswer,
  type Problem,
  sentenceOf,
  type TaskStatus,
} from '@switchyard/contracts';
import type { Task, Template } from '@switchyard/database';
import {
  newAccessKey,
  newEnvironment,
  newGitRepository,
  newInventory,
  newProject,
  newTask,
  newTemplate,
} from '@switchyard/database/testing';
import { createCertificate, eventually, type GithubServer, plainAnswer, startGithubServer } from '@switchyard/testing';
import nacl from 'tweetnacl';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import { assignWaiting, RunnerClient } from '../../testing/runner-client.js';
import { PendingSecretsError } from '../../resources/shared/pending-secrets.js';
import { JobBuilder } from './job-builder.js';
import { ListingSealer } from './listing-sealer.js';

const WISH = { held: [], apps: [{ id: 'bash', version: '1' }], version: '1', max_parallel_tasks: 0 };
const private_key = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString();
const FIND = 'GET /api/v3/repos/ops/site/installation';
const TOKENS = 'POST /api/v3/app/installations/99/access_tokens';

const root = mkdtempSync(join(tmpdir(), 'github-'));
let github: GithubServer;
let test: ProjectFixture;
let runner: RunnerClient;

beforeAll(async () => {
  test = await startProjectFixture({ SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1' });
  runner = await RunnerClient.create(test);
});
afterAll(async () => {
  await test.close();
  rmSync(root, { recursive: true });
});
beforeEach(async () => {
  await test.dataSource.query('delete from task');
  github = await startGithubServer(root);
});
afterEach(async () => {
  await github.stop();
  expect(github.faults).toEqual([]);
});

async function app(part: object = {}): Promise<number> {
  const github_app = { app_id: '1', server: github.origin, private_key, ...part };
  const answer = await test.manager.post(`${test.base}/keys`, { name: 'The app', type: 'github_app', github_app });
  expect(answer.status).toBe(201);
  return answer.json<{ id: number }>().id;
}

async function repository(sshKeyId: number, gitUrl = github.url('site.git')): Promise<number> {
  return (await newGitRepository(test.dataSource, { projectId: test.projectId, sshKeyId, gitUrl })).id;
}

async function taskOf(repositoryId: number, part: object = {}): Promise<number> {
  const row = { projectId: test.projectId, repositoryId, allowParallelTasks: true, ...part };
  return (await newTask(test.dataSource, await newTemplate(test.dataSource, row))).id;
}

/** A poll answers with its job instead of waiting for one. */
async function taskOfOthers(): Promise<number> {
  const { id: projectId } = await newProject(test.dataSource);
  return (await newTask(test.dataSource, await newTemplate(test.dataSource, { projectId }))).id;
}

/** Where the forge takes its time it is built again, as by the next poll. */
async function build(id: number): Promise<Job> {
  try {
    return await test.app.get(JobBuilder, { strict: false }).build(id);
  } catch (error) {
    if (!(error instanceof PendingSecretsError)) {
      throw error;
    }
    await error.ended;
    return build(id);
  }
}

async function poll(): Promise<number[]> {
  const { status, body } = await runner.call('poll', WISH);
  expect(status).toBe(200);
  return (body as PollAnswer).jobs.map(({ task_id: id }) => id);
}

async function endOf(id: number): Promise<{ status: TaskStatus | undefined; reason: string | null }> {
  const [row] = await test.dataSource.query<{ status: TaskStatus; problem: Problem | null }[]>(
    'select status, end_problem as problem from task where id = $1',
    [id],
  );
  return { status: row?.status, reason: row?.problem ? sentenceOf(row.problem) : null };
}

/** Polls until the task has ended, as its runner does. */
const untilEnded = (id: number, reason: string): Promise<void> =>
  eventually(
    async () => {
      const end = await endOf(id);
      await (end.status === 'starting' ? poll() : undefined);
      expect(end).toEqual({ status: 'error', reason: expect.stringContaining(reason) });
    },
    { timeout: 60_000 },
  );

describe('the job of a task whose repository a GitHub App opens', () => {
  it('should hold a token of that repository, to read it, and store it nowhere', async () => {
    const id = await taskOf(await repository(await app()));
    const { repository: source } = await build(id);
    expect(source.key).toEqual({
      type: 'login_password',
      login: 'x-access-token',
      password: 'ghs_token_number_1',
      key_name: 'The app',
    });
    expect(github.calls).toEqual([FIND, TOKENS]);
    expect(github.issued).toEqual([
      { token: 'ghs_token_number_1', repositories: ['site'], permissions: { contents: 'read' } },
    ]);
    const tables = ['task', 'task_snapshot', 'access_key', 'git_repository'];
    const texts = tables.map((table) => `select row_to_json(t)::text as text from ${table} t`);
    const rows = await test.dataSource.query<{ text: string }[]>(texts.join(' union all '));
    expect(rows.map(({ text }) => text).join()).not.toMatch(/ghs_|PRIVATE KEY/);
  });

  it('should share a token as long as half an hour is left of it, and each repository has its own', async () => {
    const key = await app({ installation_id: '99' });
    const [site, other] = [await repository(key), await repository(key, github.url('other'))];
    github.minutes = 31;
    const id = await taskOf(site);
    const inventory = { projectId: test.projectId, type: 'file', inventory: 'hosts', repositoryId: other } as const;
    const { id: inventoryId } = await newInventory(test.dataSource, inventory);
    const both = await taskOf(site, { inventoryId });
    const jobs = [await build(id), await build(both)];
    expect(jobs.map((job) => [job.repository.key, job.inventory?.repository?.key ?? null])).toMatchObject([
      [{ password: 'ghs_token_number_1' }, null],
      [{ password: 'ghs_token_number_1' }, { password: 'ghs_token_number_2' }],
    ]);
    expect(github.issued.map(({ repositories }) => repositories)).toEqual([['site'], ['other']]);
  });

  it('should get another token when less than half an hour is left', async () => {
    const id = await taskOf(await repository(await app({ installation_id: '99' })));
    github.minutes = 29;
    await build(id);
    expect((await build(id)).repository.key).toMatchObject({ password: 'ghs_token_number_2' });
  });

  it.each([
    ['of another server', (origin: string) => origin.replace('127.0.0.1', 'localhost')],
    ['of git over SSH', () => 'git@127.0.0.1:ops/site.git'],
  ])('should not be made for an address %s, and nobody is asked', async (_, address) => {
    const id = await taskOf(await repository(await app(), address(github.url('site.git'))));
    await expect(build(id)).rejects.toThrow('opens only HTTPS addresses of its own server');
    expect(github.calls).toEqual([]);
  });

  it('should not be made where hosts or other addresses would get the app', async () => {
    const key = await app();
    const { id: inventoryId } = await newInventory(test.dataSource, { projectId: test.projectId, sshKeyId: key });
    await expect(build(await taskOf(await repository(key), { inventoryId }))).rejects.toThrow('is a GitHub App, which');
  });
});

describe('a template that asks for a token of the forge', () => {
  const ofTemplate = async (part: Partial<Template>): Promise<number> => taskOf(await repository(await app()), part);
  const all = (level: string) => ({ metadata: 'read', contents: level, pull_requests: level, issues: level });

  it.each(['read', 'write'] as const)(
    'should get one of its repository to %s it, beside that of git',
    async (level) => {
      const { secret_env, repository: source, ...job } = await build(await ofTemplate({ forgeToken: level }));
      const token = String(secret_env['GITHUB_TOKEN']);
      expect(github.issued.find((each) => each.token === token)).toEqual({
        token,
        repositories: ['site'],
        permissions: all(level),
      });
      expect(source.key).not.toMatchObject({ password: token });
      expect(github.issued).toHaveLength(2);
      const named = namedSecrets({ ...job, repository: source, secret_env });
      expect(named).toContainEqual({ value: token, name: { kind: 'key', name: 'The app', of: '' } });
      const rows = await test.dataSource.query<{ text: string }[]>(
        'select row_to_json(s)::text as text from task_snapshot s',
      );
      expect(rows.map(({ text }) => text).join()).not.toContain('ghs_');
    },
  );

  it('should get what the app has of it, with an installation that is named, too', async () => {
    const has = { metadata: 'read', contents: 'read', issues: 'admin', workflows: 'write' };
    github.granted = has;
    const repositoryId = await repository(await app({ installation_id: '98' }));
    await build(await taskOf(repositoryId, { forgeToken: 'write' }));
    expect(github.issued.map(({ permissions }) => permissions)).toContainEqual({
      metadata: 'read',
      contents: 'read',
      issues: 'write',
    });
    expect(github.calls.filter((call) => call.includes('installations'))).toEqual([
      'POST /api/v3/app/installations/98/access_tokens',
      'POST /api/v3/app/installations/98/access_tokens',
    ]);
  });

  it('should get one that lives 50 minutes at least', async () => {
    const id = await ofTemplate({ forgeToken: 'read' });
    const tokenOf = async (): Promise<string | undefined> => (await build(id)).secret_env['GITHUB_TOKEN'];
    github.minutes = 49;
    const first = await tokenOf();
    github.minutes = 51;
    const second = await tokenOf();
    expect(second).not.toBe(first);
    expect(await tokenOf()).toBe(second);
  });

  it('should get it in place of a variable of its group', async () => {
    const row = { projectId: test.projectId, env: '{"GITHUB_TOKEN":"own","OTHER":"kept"}' };
    const { id: environmentId } = await newEnvironment(test.dataSource, row);
    const { env, secret_env } = await build(await ofTemplate({ forgeToken: 'read', environmentId }));
    expect({ ...env, ...secret_env }).toEqual({ GITHUB_TOKEN: expect.stringMatching(/^ghs_/), OTHER: 'kept' });
  });

  it.each<[string, Partial<Task>, Partial<Template>]>([
    ['a fork', { pullRequest: { number: 7, title: 't', url: 'https://a.test', fork: true } }, {}],
    ['the reference of a pull request', { gitBranch: 'refs/pull/7/head' }, {}],
    ['such a reference in the template', {}, { gitBranch: 'refs/pull/7/head' }],
  ])('should not give it to code of %s', async (_, task, template) => {
    const repositoryId = await repository(await app());
    const row = { projectId: test.projectId, repositoryId, forgeToken: 'write', ...template } as const;
    const { id } = await newTask(test.dataSource, await newTemplate(test.dataSource, row), task);
    expect((await build(id)).secret_env).toEqual({});
    expect(github.issued).toHaveLength(1);
  });

  it('should not be started where no app opens the repository, by nobody', async () => {
    const { id: keyId } = await newAccessKey(test.dataSource, { projectId: test.projectId, type: 'none' });
    const repositoryId = await repository(keyId);
    const waiting = await taskOf(repositoryId, { forgeToken: 'read' });
    const { id } = await newTemplate(test.dataSource, { projectId: test.projectId, repositoryId, forgeToken: 'read' });
    const answer = await test.manager.post(`${test.base}/tasks`, { template_id: id });
    expect([answer.status, answer.json()]).toMatchObject([400, { issues: [{ code: 'forge_token_no_app' }] }]);
    await expect(build(waiting)).rejects.toMatchObject({ problem: { code: 'forge_token_no_app' } });
    const same = await newTemplate(test.dataSource, {
      projectId: test.projectId,
      repositoryId: await repository(await app({ app_id: '2' })),
      forgeToken: 'read',
    });
    expect((await test.manager.post(`${test.base}/tasks`, { template_id: same.id })).status).toBe(201);
  });
});

describe('a server whose certificate only the repository trusts', () => {
  it('should give a token to that repository alone', async () => {
    const [keyFile, certificateFile] = ['key', 'cert'].map((name) => join(root, `${name}.pem`)) as [string, string];
    await createCertificate(keyFile, certificateFile);
    const tls = { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certificateFile, 'utf8') };
    await github.stop();
    github = await startGithubServer(root, { tls });
    const row = { projectId: test.projectId, gitUrl: github.url('site'), sshKeyId: await app() };
    const trusting = await newGitRepository(test.dataSource, { ...row, caCertificates: tls.cert });
    const { repository: source } = await build(await taskOf(trusting.id));
    expect(source.key).toMatchObject({ password: 'ghs_token_number_1' });
    const { id } = await newGitRepository(test.dataSource, row);
    await expect(build(await taskOf(id))).rejects.toThrow('the certificate of the server is not trusted');
  });
});

describe('a task whose forge gives no token', () => {
  it.each<[string, number, number, string]>([
    ['is not installed at the repository', 0, 404, 'the app is not installed at the repository, or may not read its'],
    ['may not read it', 1, 422, 'the app is not installed at the repository, or may not read its contents'],
    ['has another private key', 0, 401, 'the private key does not belong to this app'],
    ['is answered by something else', 1, 200, 'status 200 and no token'],
  ])('should end at once with its reason where the app %s', async (_, passed, status, reason) => {
    const id = await taskOf(await repository(await app()));
    const other = await taskOfOthers();
    const found = plainAnswer(200, JSON.stringify({ id: 99 }));
    github.moods = [...Array<typeof found>(passed).fill(found), plainAnswer(status, '{}')];
    await assignWaiting(test);
    expect(await poll()).toEqual([other]);
    await untilEnded(id, `The key "The app" got no token from ${github.origin}: ${reason}`);
    expect(github.issued).toEqual([]);
  });

  it('should wait for a slow forge without holding up the jobs of others, and go out once it has answered', async () => {
    const id = await taskOf(await repository(await app()));
    const other = await taskOfOthers();
    const held: (() => void)[] = [];
    github.moods = [(response) => held.push(() => response.end('{"id":99}'))];
    await assignWaiting(test);
    expect(await poll()).toEqual([other]);
    await test.dataSource.query('delete from task where id = $1', [other]);
    const given = poll();
    await eventually(() => expect(held).toHaveLength(1));
    held.forEach((release) => release());
    expect(await given).toEqual([id]);
  });

  it('should be given after a hiccup of the forge', async () => {
    const id = await taskOf(await repository(await app({ installation_id: '99' })));
    github.moods = [plainAnswer(503, 'away')];
    await assignWaiting(test);
    expect(await poll()).toEqual([id]);
    expect(github.calls).toEqual([TOKENS, TOKENS]);
  });

  it('should end with that when nobody is there', async () => {
    const id = await taskOf(await repository(await app()));
    await github.stop();
    await assignWaiting(test);
    await untilEnded(id, `The key "The app" got no token from ${github.origin}: no connection`);
    github = await startGithubServer(root);
  }, 90_000);
});

describe('a listing of branches of such a repository', () => {
  it('should be given a token, also before the repository is saved', async () => {
    const sshKeyId = await app();
    const repository_id = await repository(sshKeyId);
    await build(await taskOf(repository_id));
    const taken = { id: 7, lease: crypto.randomUUID(), project_id: test.projectId, branch: '' };
    const draft = { gitUrl: github.url('site'), sshKeyId, secondKeyId: null, secondKeyPrefix: '' };
    const wished = { ...draft, caCertificates: '', knownHosts: '' };
    const open = async (part: object): Promise<unknown> => {
      const sealer = test.app.get(ListingSealer, { strict: false });
      const { nonce, sealed } = await sealer.seal({ ...taken, ...part } as never, runner.sharedKey);
      const [box, salt] = [sealed, nonce].map((text) => new Uint8Array(Buffer.from(text, 'base64')));
      return JSON.parse(
        Buffer.from((box && salt && nacl.box.open.after(box, salt, runner.sharedKey)) ?? []).toString(),
      );
    };
    const key = { login: 'x-access-token', password: 'ghs_token_number_1' };
    expect(await open({ repository_id, draft: null })).toMatchObject({ repository: { key } });
    expect(await open({ repository_id: null, draft: wished })).toMatchObject({ repository: { key } });
  });

  it('should be refused where the app cannot open the address', async () => {
    const ssh_key_id = await app();
    const body = { git_url: 'git@github.com:ops/site.git', ssh_key_id };
    const answers = [
      await test.manager.post(`${test.base}/repositories/test`, body),
      await test.manager.post(`${test.base}/repositories`, { name: 'r', ...body }),
    ];
    expect(answers.map(({ status, text }) => [status, text.includes('"github_app_address"')])).toEqual([
      [400, true],
      [400, true],
    ]);
  });
});
