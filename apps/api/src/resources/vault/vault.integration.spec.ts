import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  type Job,
  type PollAnswer,
  type Problem,
  sentenceOf,
  type TaskStatus,
  type TerraformAlias,
} from '@switchyard/contracts';
import type { Task } from '@switchyard/database';
import { newGitRepository, newInventory, newProject, newTask, newTemplate } from '@switchyard/database/testing';
import type { Entitlements } from '@switchyard/server';
import {
  createCertificate,
  plainAnswer,
  startVaultServer,
  type TestVaultServer,
  type VaultMood,
} from '@switchyard/testing';
import { JobBuilder } from '../../runners/assignments/job-builder.js';
import { ENTITLEMENTS } from '../../platform/infrastructure/tokens.js';
import { AttemptMaskers } from '../../runners/gateway/reports/attempt-maskers.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import { assignWaiting, RunnerClient } from '../../testing/runner-client.js';
import { callBackend } from '../../testing/state-backend.js';

const TOKEN = 'hvs.token-of-the-project';
const [PASSWORD, PRIVATE_KEY, VARIABLE] = ['canary-password-81', '-----BEGIN-----\ncanary-key-92', 'canary-value-73'];
const WISH = { held: [], apps: [{ id: 'bash', version: '1' }], version: '1', max_parallel_tasks: 0 };
/** As much as the answer of a vault may have, and more. */
const HUGE = JSON.stringify({ data: { data: { password: 'x'.repeat(3_000_000) } } });

const directory = mkdtempSync(join(tmpdir(), 'vault-'));
const file = (name: string): string => join(directory, name);
let vault: TestVaultServer;
let test: ProjectFixture;
let runner: RunnerClient;

beforeAll(async () => {
  await createCertificate(file('key.pem'), file('cert.pem'));
  vault = await startVaultServer({ token: TOKEN, namespace: 'admin/team-a' });
  test = await startProjectFixture({
    SWITCHYARD_VAULT_ADDRESS: vault.address,
    SWITCHYARD_VAULT_NAMESPACE: 'admin/team-a',
    SWITCHYARD_VAULT_CA_FILE: file('cert.pem'),
    SWITCHYARD_VAULT_TIMEOUT_SECONDS: '2',
    SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1',
  });
  runner = await RunnerClient.create(test);
  await setVault({ vault_token: TOKEN });
});
afterAll(async () => {
  await test.close();
  await vault.remove();
  rmSync(directory, { recursive: true });
});
beforeEach(async () => {
  await test.dataSource.query('delete from task');
  vault.put('secret/web/db', { password: PASSWORD, port: 5432, tree: { a: 1 }, empty: '' });
  vault.put('ssh/deploy', { private_key: PRIVATE_KEY });
  vault.put('secret/app', { value: VARIABLE });
  vault.put('secret/gone', null);
  vault.reads.length = 0;
});
afterEach(() => vault.answer(null));

const setVault = async (members: object): Promise<number> =>
  (await test.owner.put(test.base, { name: 'p', ...members })).status;

const keyAt = async (reference: string, type = 'login_password'): Promise<number> => {
  const secret = { login_password: { login: 'deploy', password: '' }, ssh: { login: 'git', passphrase: 'typed' } };
  const answer = await test.manager.post(`${test.base}/keys`, {
    name: 'k',
    type,
    ...secret,
    vault_reference: reference,
  });
  expect(answer.status).toBe(201);
  return answer.json<{ id: number }>().id;
};

/** A waiting task whose repository has this key, and whose group has these secrets. */
async function taskWith(sshKeyId: number, references: Record<string, string> = {}): Promise<number> {
  const secrets = Object.entries(references).map(([name, reference]) => ({
    type: 'env',
    name,
    vault_reference: reference,
    operation: 'create',
  }));
  const group = await test.manager.post(`${test.base}/environment`, { name: 'g', json: '{}', env: '{}', secrets });
  const { projectId, dataSource } = test;
  const repository = await newGitRepository(dataSource, { projectId, sshKeyId });
  const environmentId = group.json<{ id: number }>().id;
  const template = await newTemplate(dataSource, {
    projectId,
    repositoryId: repository.id,
    environmentId,
    allowParallelTasks: true,
  });
  return (await newTask(dataSource, template)).id;
}

/** A task that needs no vault: a poll answers with its job instead of waiting for one. */
async function taskOfOthers(): Promise<Task> {
  const { id: projectId } = await newProject(test.dataSource);
  return newTask(test.dataSource, await newTemplate(test.dataSource, { projectId }));
}

const build = (id: number): Promise<Job> => test.app.get(JobBuilder, { strict: false }).build(id);

async function poll(): Promise<number[]> {
  const { status, body } = await runner.call('poll', WISH);
  expect(status).toBe(200);
  return (body as PollAnswer).jobs.map(({ task_id: id }) => id);
}

const endOf = async (id: number): Promise<{ status: TaskStatus; reason: string | null }> => {
  const [row] = await test.dataSource.query<{ status: TaskStatus; problem: Problem | null }[]>(
    'select status, end_problem as problem from task where id = $1',
    [id],
  );
  return { status: row?.status ?? 'waiting', reason: row?.problem ? sentenceOf(row.problem) : null };
};

describe('the job of a task with keys and secrets in a vault', () => {
  it('should hold their values, each secret of the vault read once, and store nothing of them', async () => {
    const id = await taskWith(await keyAt('ssh/deploy#private_key', 'ssh'), {
      DB_PASSWORD: 'secret/web/db#password',
      DB_PORT: 'secret/web/db#port',
      VALUE: 'secret/app#value',
    });
    const [job] = await Promise.all([build(id), build(id)]);
    expect(job.repository.key).toEqual({
      type: 'ssh',
      login: 'git',
      passphrase: 'typed',
      key_name: 'k',
      private_key: `${PRIVATE_KEY}\n`,
    });
    expect(job.secret_env).toEqual({ DB_PASSWORD: PASSWORD, DB_PORT: '5432', VALUE: VARIABLE });
    expect(vault.reads.toSorted()).toEqual(['secret/app', 'secret/web/db', 'ssh/deploy']);
    const tables = await test.dataSource.query<{ name: string }[]>(
      `select table_name as name from information_schema.tables where table_schema = current_schema()`,
    );
    const rows = await Promise.all(
      tables.map(({ name }) => test.dataSource.query<{ text: string }[]>(`select t::text as text from "${name}" t`)),
    );
    const stored = `${rows.flatMap((each) => each.map(({ text }) => text)).join('\n')}${test.logged()}`;
    for (const secret of [PASSWORD, VARIABLE, 'canary-key-92', TOKEN]) {
      expect(stored).not.toContain(secret);
    }
  });

  it('should show where values are kept, and nothing else of them', async () => {
    const id = await keyAt('secret/web/db#password');
    const key = (await test.manager.get(`${test.base}/keys/${id}`)).json();
    expect(key).toMatchObject({ vault_reference: 'secret/web/db#password', empty: false });
    const typed = { login: 'deploy', password: 'typed-password' };
    const changed = { name: 'k', type: 'login_password', login_password: typed, override_secret: true };
    expect((await test.manager.put(`${test.base}/keys/${id}`, changed)).status).toBe(204);
    expect((await test.manager.get(`${test.base}/keys/${id}`)).json()).toMatchObject({ vault_reference: null });
    expect((await build(await taskWith(id))).repository.key).toMatchObject({ password: 'typed-password' });
  });

  it('should be made after faults that pass', async () => {
    vault.answer(plainAnswer(503, '{"errors":["Vault is sealed"]}'), 2);
    const job = await build(await taskWith(await keyAt('secret/web/db#password')));
    expect(job.repository.key).toEqual({
      type: 'login_password',
      login: 'deploy',
      password: PASSWORD,
      key_name: 'k',
    });
    expect(vault.reads).toHaveLength(3);
  });
});

describe('a task whose vault gives nothing', () => {
  const html = plainAnswer(200, '<html>Sign in</html>', { 'content-type': 'text/html' });
  const redirect = plainAnswer(307, '', { location: 'http://127.0.0.1:9/v1/secret/data/web/db' });

  it.each<[string, string, VaultMood, string]>([
    ['refuses', 'secret/web/db#password', plainAnswer(403, '{}'), 'it refused the token of the project'],
    ['has no such secret', 'secret/none#password', null, 'there is no secret secret/none'],
    ['has deleted it', 'secret/gone#password', null, 'there is no secret secret/gone'],
    ['has no such field', 'secret/web/db#no', null, 'the secret secret/web/db has no field "no"'],
    ['has no text', 'secret/web/db#tree', null, 'the field "tree" of secret/web/db holds no text that can be used'],
    [
      'has nothing in it',
      'secret/web/db#empty',
      null,
      'the field "empty" of secret/web/db holds no text that can be used',
    ],
    ['answers a page', 'secret/web/db#password', html, 'it answered with status 200 and no secret'],
    ['answers without end', 'secret/web/db#password', plainAnswer(200, HUGE), 'its answer is too large'],
    ['sends elsewhere', 'secret/web/db#password', redirect, 'it sends elsewhere, which is not followed'],
  ])('should end at once with its reason when it %s', async (_, reference, mood, reason) => {
    const id = await taskWith(await keyAt(reference));
    const other = await taskOfOthers();
    vault.answer(mood);
    await assignWaiting(test);
    expect(await poll()).toEqual([other.id]);
    expect(await endOf(id)).toEqual({
      status: 'error',
      reason: `The key "k" could not be read from the vault: ${reason}`,
    });
    expect(vault.reads).toHaveLength(1);
  });

  it('should wait for it without holding up the jobs of others, and end when its time is over', async () => {
    const id = await taskWith(await keyAt('secret/web/db#password'));
    const other = await taskOfOthers();
    vault.answer(() => undefined);
    await assignWaiting(test);
    expect(await poll()).toEqual([other.id]);
    expect(await endOf(id)).toEqual({ status: 'starting', reason: null });
    await poll();
    expect(await endOf(id)).toEqual({
      status: 'error',
      reason: 'The key "k" could not be read from the vault: it did not answer in time',
    });
  });

  it('should go out once a slow vault has answered', async () => {
    const id = await taskWith(await keyAt('secret/web/db#password'));
    const other = await taskOfOthers();
    const held: (() => void)[] = [];
    vault.answer((response) => {
      held.push(() => response.end(JSON.stringify({ data: { data: { password: PASSWORD } } })));
    }, 1);
    await assignWaiting(test);
    expect(await poll()).toEqual([other.id]);
    await test.dataSource.query('delete from task where id = $1', [other.id]);
    const given = poll();
    held.forEach((release) => release());
    expect(await given).toEqual([id]);
  });

  it('should name the variable, and end when nobody is there', async () => {
    const other = await startVaultServer({
      token: TOKEN,
      tls: { keyFile: file('key.pem'), certificateFile: file('cert.pem') },
    });
    await other.remove();
    expect(await setVault({ vault_address: other.address, vault_token: TOKEN })).toBe(204);
    const id = await taskWith(
      (await test.manager.post(`${test.base}/keys`, { name: 'n', type: 'none' })).json<{ id: number }>().id,
      {
        VALUE: 'secret/app#value',
      },
    );
    await assignWaiting(test);
    await poll();
    expect(await endOf(id)).toEqual({
      status: 'error',
      reason: 'The secret "VALUE" could not be read from the vault: it cannot be reached',
    });
    expect(await setVault({ vault_address: '', vault_token: TOKEN })).toBe(204);
  });
});

describe('a vault of the project', () => {
  const fault = (id: number): Promise<string> =>
    build(id).then(
      () => 'none',
      (error: Error) => error.message,
    );
  afterEach(() => setVault({ vault_address: '', vault_namespace: '', vault_token: TOKEN }));

  it('should be read over TLS that is checked', async () => {
    const [trusted, foreign] = [file('cert.pem'), file('other.pem')];
    await createCertificate(file('other.key'), foreign);
    const tls = (keyFile: string, certificateFile: string) =>
      startVaultServer({ token: TOKEN, tls: { keyFile, certificateFile } });
    const [right, wrong] = [await tls(file('key.pem'), trusted), await tls(file('other.key'), foreign)];
    right.put('secret/web/db', { password: 'of the project' });
    const key = await keyAt('secret/web/db#password');
    await setVault({ vault_address: right.address, vault_token: TOKEN });
    expect((await build(await taskWith(key))).repository.key).toMatchObject({ password: 'of the project' });
    await setVault({ vault_address: wrong.address, vault_token: TOKEN });
    expect(await fault(await taskWith(key))).toContain('its certificate is not trusted');
    expect(wrong.reads).toEqual([]);
    await Promise.all([right.remove(), wrong.remove()]);
  });

  it('should not lead into the network of the server', async () => {
    await setVault({ vault_address: 'https://10.11.12.13:8200', vault_token: TOKEN });
    expect(await fault(await taskWith(await keyAt('secret/web/db#password')))).toContain('its address is not public');
  });

  it('should be another namespace of the same server', async () => {
    await setVault({ vault_namespace: 'admin/other' });
    expect(await fault(await taskWith(await keyAt('secret/web/db#password')))).toContain('there is no secret');
  });

  it('should need a token, which stays with the address that it was entered for', async () => {
    const moved = { name: 'p', vault_address: 'https://vault.example.com' };
    const refused = await test.owner.put(test.base, moved);
    expect([refused.status, refused.json()]).toMatchObject([
      400,
      { issues: [{ path: ['vault_token'], code: 'vault_token_again' }] },
    ]);
    expect((await test.owner.get(test.base)).json()).toMatchObject({ vault_address: '', vault_token_stored: true });
    expect(await setVault({ ...moved, vault_token: '' })).toBe(204);
    expect((await test.owner.get(test.base)).json()).toMatchObject({
      vault_address: 'https://vault.example.com',
      vault_token_stored: false,
    });
    expect(await fault(await taskWith(await keyAt('secret/web/db#password')))).toContain('the project has no token');
  });

  it.each(['http://vault.example.com', 'https://a:b@vault.example.com', 'https://vault.example.com?x', 'ftp://x', 'x'])(
    'should not be at %s',
    async (address) => {
      expect(await setVault({ vault_address: address, vault_token: TOKEN })).toBe(400);
    },
  );
});

describe('references to a vault', () => {
  it.each(['secret', 'secret/../sys#a', 'secret/db?x#a', 'secret/d b#a', `secret/${'x'.repeat(600)}#a`])(
    'should be refused when they are like %j',
    async (vault_reference) => {
      const key = { name: 'k', type: 'login_password', vault_reference };
      expect((await test.manager.post(`${test.base}/keys`, key)).status).toBe(400);
      const secrets = [{ type: 'env', name: 'A', vault_reference, operation: 'create' }];
      expect((await test.manager.post(`${test.base}/environment`, { name: 'g', json: '{}', secrets })).status).toBe(
        400,
      );
    },
  );

  it('should be part of the feature alone', async () => {
    const id = await taskWith(await keyAt('secret/web/db#password'));
    const entitlements = test.app.get<Entitlements>(ENTITLEMENTS);
    const none = {
      project_runners: false,
      terraform_backend: false,
      task_result: false,
      hashicorp_vault_secrets: false,
    };
    const features = jest.spyOn(entitlements, 'features').mockResolvedValue(none);
    try {
      const key = { name: 'k', type: 'login_password', vault_reference: 'secret/web/db#password' };
      expect((await test.manager.post(`${test.base}/keys`, key)).json()).toMatchObject({
        issues: [{ path: ['vault_reference'], code: 'vault_not_included' }],
      });
      await expect(build(id)).rejects.toThrow('values from a vault are not included here');
    } finally {
      features.mockRestore();
    }
  });
});

describe('the log of a task with values of a vault', () => {
  it('should be masked by an api that did not make the job, and go on where its vault is away', async () => {
    const id = await taskWith(await keyAt('secret/web/db#password'));
    await assignWaiting(test);
    expect(await poll()).toEqual([id]);
    const [row] = await test.dataSource.query<{ id: number }[]>('select id from attempt where task_id = $1', [id]);
    const attempt = row?.id ?? 0;
    const maskers = test.app.get(AttemptMaskers, { strict: false });
    maskers.forget(attempt);
    expect((await maskers.of(attempt)).maskText(`it is ${PASSWORD}`)).toBe('it is ***');
    await setVault({ vault_token: '' });
    await test.dataSource.query(`update access_key set vault_reference = 'secret/app#value'`);
    maskers.forget(attempt);
    expect((await maskers.of(attempt)).maskText('a line')).toBe('a line');
    await setVault({ vault_token: TOKEN });
  });
});

describe('an address of Terraform states whose password a vault keeps', () => {
  const aliasWith = async (reference: string) => {
    const workspace = { projectId: test.projectId, type: 'terraform-workspace', inventory: 'w' } as const;
    const { id } = await newInventory(test.dataSource, workspace);
    const auth_key_id = await keyAt(reference);
    return test.manager.post(`${test.base}/inventory/${id}/terraform/aliases`, { auth_key_id });
  };

  it('should take that password alone, and be unavailable when the vault gives it no more', async () => {
    const { alias, auth_key_id: keyId } = (await aliasWith('secret/web/db#password')).json<TerraformAlias>();
    const call = (password: string) =>
      callBackend(test.address, 'GET', `/api/terraform/${alias}`, { login: { login: 'deploy', password } });
    const answers = [await call(''), await call('wrong'), await call(PASSWORD), await call('wrong')];
    // Without a state yet.
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 404, 401]);
    await test.dataSource.query('update access_key set vault_reference = $2 where id = $1', [keyId, 'secret/no#x']);
    const away = await call(PASSWORD);
    expect([away.status, away.json()]).toMatchObject([503, { code: 'state_key_unread', params: {} }]);
    expect(test.logged()).toContain('there is no secret secret/no');
  });

  it('should not be made with a key that the vault does not give', async () => {
    const refused = await aliasWith('secret/web/db#no');
    expect([refused.status, refused.json()]).toMatchObject([
      400,
      { issues: [{ path: ['auth_key_id'], code: 'vault_unread' }] },
    ]);
  });
});
