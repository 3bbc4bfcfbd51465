import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Key } from '@switchyard/contracts';
import { AccessKey } from '@switchyard/database';
import { newGitRepository } from '@switchyard/database/testing';
import { SecretBox } from '@switchyard/server';
import { activities, startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';
import { openCredential } from './stored-credential.js';

const CANARY = 'canary-secret-5f1c';
const blank = {
  string: '',
  login_password: { login: '', password: '' },
  ssh: { login: '', passphrase: '', private_key: '' },
  github_app: { server: '', app_id: '', installation_id: '', private_key: '' },
  override_secret: false,
};
const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const rsa = pem(generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey);
const short = pem(generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey);
const ed25519 = pem(generateKeyPairSync('ed25519').privateKey);
const loginKey = (name: string) => ({
  name,
  type: 'login_password',
  login_password: { login: 'deploy-login', password: CANARY },
});

let test: ProjectFixture;
let keys: string;

beforeAll(async () => {
  test = await startProjectFixture();
  keys = `${test.base}/keys`;
});
afterAll(() => test.close());

const create = async (body: object): Promise<Key> => {
  const answer = await test.manager.post(keys, body);
  expect(answer.status).toBe(201);
  return answer.json<Key>();
};
const stored = (id: number): Promise<AccessKey> => test.dataSource.manager.findOneByOrFail(AccessKey, { id });
const credential = async (id: number) => openCredential(test.app.get(SecretBox), await stored(id));

describe('POST /keys', () => {
  it('should answer the key without its secret, and store only ciphertext', async () => {
    const key = await create({ ...loginKey('database'), project_id: test.projectId });
    expect(key).toEqual({
      id: expect.any(Number),
      project_id: test.projectId,
      name: 'database',
      type: 'login_password',
      ...blank,
      empty: false,
      public_key: null,
      fingerprint: null,
      problem: null,
      vault_reference: null,
    });
    expect((await stored(key.id)).secret).toMatch(/^sy1:/);
    expect(await credential(key.id)).toEqual({ type: 'login_password', login: 'deploy-login', password: CANARY });
    expect(await activities(test, 1)).toEqual(['key: Key database created']);
  });

  it('should store a private key with the line ends that OpenSSH accepts', async () => {
    const ssh = { login: 'git', passphrase: '', private_key: '-----BEGIN-----\r\nabc\r\n-----END-----' };
    const key = await create({ name: 'deploy', type: 'ssh', ssh });
    expect(await credential(key.id)).toMatchObject({ private_key: '-----BEGIN-----\nabc\n-----END-----\n' });
  });

  it('should store what is no private key, and say so until it is replaced', async () => {
    const ssh = (private_key: string) => ({ login: 'git', private_key });
    const sent = ['ssh-ed25519 AAAAC3Nz jo@web', 'dummy', '-----BEGIN PRIVATE KEY-----\nMC4CAQ'];
    const made = await Promise.all(
      sent.map((text) => create({ name: text.slice(0, 20), type: 'ssh', ssh: ssh(text) })),
    );
    expect(made.map(({ problem }) => problem)).toEqual(['private_key_public', 'private_key_none', 'private_key_cut']);
    const id = made[1]?.id ?? 0;
    const generated = { name: 'whole', type: 'ssh', ssh: { generate: true }, override_secret: true };
    expect((await test.manager.put(`${keys}/${id}`, generated)).status).toBe(204);
    expect((await test.manager.get(`${keys}/${id}`)).json()).toMatchObject({ problem: null });
  });

  it('should make a pair whose private key nobody sees, and show the public one', async () => {
    const ssh = { login: 'git', passphrase: 'ignored', private_key: '', generate: true };
    const key = await create({ name: 'made here', type: 'ssh', ssh });
    expect(key).toMatchObject({
      public_key: expect.stringMatching(/^ssh-ed25519 AAAA/),
      fingerprint: expect.stringMatching(/^SHA256:[\w+/]{43}$/),
      empty: false,
    });
    const secret = await credential(key.id);
    expect(secret).toMatchObject({ type: 'ssh', login: 'git', passphrase: '' });
    expect(secret).toHaveProperty('private_key', expect.stringMatching(/^-----BEGIN PRIVATE KEY-----/));
    const body = { name: 'made here', type: 'none', override_secret: true };
    expect((await test.manager.put(`${keys}/${key.id}`, body)).status).toBe(204);
    expect((await test.manager.get(`${keys}/${key.id}`)).json()).toMatchObject({ public_key: null, fingerprint: null });
  });

  it('should store a GitHub App sealed, with a key that can sign for it', async () => {
    const made = await create({ name: 'app', type: 'github_app', github_app: { app_id: '12345', private_key: rsa } });
    expect(made).toMatchObject({ ...blank, type: 'github_app', empty: false, public_key: null, problem: null });
    expect((await stored(made.id)).secret).toMatch(/^sy1:/);
    expect(await credential(made.id)).toEqual({
      type: 'github_app',
      server: '',
      app_id: '12345',
      installation_id: '',
      private_key: rsa,
    });
  });

  it.each([
    [{ private_key: rsa }, 'app_id'],
    [{ app_id: '1 2', private_key: rsa }, 'app_id'],
    [{ app_id: '1' }, 'private_key'],
    [{ app_id: '1', server: 'github.example.com', private_key: rsa }, 'server'],
    [{ app_id: '1', installation_id: '../1', private_key: rsa }, 'installation_id'],
    [{ app_id: '1', private_key: 'ssh-ed25519 AAAA' }, 'private_key'],
    [{ app_id: '1', private_key: ed25519 }, 'private_key'],
    [{ app_id: '1', private_key: short }, 'private_key'],
  ])('should refuse a GitHub App of %j at its member', async (github_app, member) => {
    const answer = await test.manager.post(keys, { name: 'app', type: 'github_app', github_app });
    expect(answer.status).toBe(400);
    expect(answer.json<{ issues: { path: string[] }[] }>().issues[0]?.path).toEqual(['github_app', member]);
  });

  it('should give a GitHub App to no host, only to the repository that it opens or whose statuses it reports', async () => {
    const { id } = await create({ name: 'app', type: 'github_app', github_app: { app_id: '1', private_key: rsa } });
    const none = await create({ name: 'no key', type: 'none' });
    const repository = { name: 'r', git_url: 'https://github.com/ops/site', git_branch: 'main', ssh_key_id: none.id };
    const [repositories, inventories] = [`${test.base}/repositories`, `${test.base}/inventory`];
    const hosts = { name: 'h', type: 'static', inventory: 'localhost', ssh_key_id: none.id };
    const refused = [
      await test.manager.post(repositories, { ...repository, second_key_id: id, second_key_prefix: 'https://a.test/' }),
      await test.manager.post(inventories, { ...hosts, ssh_key_id: id }),
      await test.manager.post(inventories, { ...hosts, become_key_id: id }),
    ];
    expect(refused.map(({ status, text }) => [status, text.includes('"github_app_use"')])).toEqual(
      refused.map(() => [400, true]),
    );
    for (const part of [{ status_key_id: id }, { ssh_key_id: id }]) {
      expect((await test.manager.post(repositories, { ...repository, ...part })).status).toBe(201);
    }
  });

  it('should give no key of a vault to statuses, which read none, whichever of both is saved first', async () => {
    const vault_reference = 'secret/forge#token';
    const inVault = await create({ name: 'in a vault', type: 'login_password', vault_reference });
    const here = await create(loginKey('here'));
    const none = await create({ name: 'no key', type: 'none' });
    const repositories = `${test.base}/repositories`;
    const body = { name: 'r', git_url: 'https://github.com/ops/site', git_branch: 'main', ssh_key_id: none.id };
    const refused = await test.manager.post(repositories, { ...body, status_key_id: inVault.id });
    expect((await test.manager.post(repositories, { ...body, status_key_id: here.id })).status).toBe(201);
    const moved = { name: 'here', type: 'login_password', vault_reference, override_secret: true };
    const answers = [refused, await test.manager.put(`${keys}/${here.id}`, moved)];
    expect(answers.map(({ status, json }) => [status, json<{ issues: object[] }>().issues])).toMatchObject([
      [400, [{ path: ['status_key_id'], code: 'status_key_vault' }]],
      [400, [{ path: ['vault_reference'], code: 'status_key_vault' }]],
    ]);
    expect(await stored(here.id)).toMatchObject({ vaultReference: null });
  });

  it('should store no secret for a key of type none, and not call it empty', async () => {
    const key = await create({ name: 'nothing', type: 'none', login_password: { login: 'a', password: CANARY } });
    expect([key.empty, (await stored(key.id)).secret]).toEqual([false, null]);
  });

  it.each([
    [{ ...loginKey(''), name: ' ' }, 'name'],
    [{ name: 'a', type: 'gpg' }, 'type'],
    [{ name: 'a', type: 'ssh', ssh: { login: 'a' } }, 'private key'],
    [{ name: 'a', type: 'login_password', login_password: { login: 'a' } }, 'password'],
    [{ name: 'a\nb', type: 'none' }, 'name'],
    [{ name: 'a', type: 'none', project_id: 999_999 }, 'project_id'],
  ])('should answer 400 to %j and store nothing', async (body, word) => {
    const before = await test.dataSource.manager.count(AccessKey);
    const answer = await test.manager.post(keys, body);
    expect(answer.status).toBe(400);
    expect(answer.json<{ error: string }>().error).toContain(word);
    expect(await test.dataSource.manager.count(AccessKey)).toBe(before);
  });

  it('should ignore an id and members it does not know', async () => {
    const key = await create({ ...loginKey('mine'), id: 1_000_000, secret: 'plain', owner: 'environment' });
    expect(key.id).not.toBe(1_000_000);
    expect((await stored(key.id)).secret).toMatch(/^sy1:/);
  });

  it('should answer 400 to broken JSON and to none', async () => {
    const broken = await test.manager.post(keys, '{"name":');
    expect([broken.status, broken.text]).toEqual([400, expect.stringContaining('"code":"body_json"')]);
    expect((await test.manager.post(keys)).status).toBe(400);
  });
});

describe('PUT /keys/{id}', () => {
  it('should change the name only unless the secret is overridden', async () => {
    const key = await create(loginKey('before'));
    const body = { id: key.id, project_id: test.projectId, name: 'after', type: 'ssh', ssh: { private_key: 'other' } };
    expect((await test.manager.put(`${keys}/${key.id}`, body)).status).toBe(204);
    expect(await stored(key.id)).toMatchObject({ name: 'after', type: 'login_password' });
    expect(await credential(key.id)).toMatchObject({ password: CANARY });
    expect(await activities(test, 1)).toEqual(['key: Key after updated']);
  });

  it('should replace type and secret when they are overridden', async () => {
    const key = await create(loginKey('replace'));
    const ssh = { login: 'git', passphrase: '', private_key: 'new key' };
    const body = { name: 'replace', type: 'ssh', ssh, override_secret: true };
    expect((await test.manager.put(`${keys}/${key.id}`, body)).status).toBe(204);
    expect(await credential(key.id)).toEqual({ type: 'ssh', ...ssh, private_key: 'new key\n' });
    expect(
      (await test.manager.put(`${keys}/${key.id}`, { name: 'a', type: 'none', override_secret: true })).status,
    ).toBe(204);
    expect(await stored(key.id)).toMatchObject({ type: 'none', secret: null });
  });

  it('should answer 400 when it would move the key or name another one', async () => {
    const key = await create(loginKey('stays'));
    for (const ids of [{ project_id: test.foreign.projectId }, { id: key.id + 1 }]) {
      expect((await test.manager.put(`${keys}/${key.id}`, { ...loginKey('moved'), ...ids })).status).toBe(400);
    }
    expect(await stored(key.id)).toMatchObject({ name: 'stays', projectId: test.projectId });
  });

  it('should answer 400 when the new secret is missing, and keep the old one', async () => {
    const key = await create(loginKey('kept'));
    const body = { name: 'kept', type: 'login_password', override_secret: true };
    expect((await test.manager.put(`${keys}/${key.id}`, body)).status).toBe(400);
    expect(await credential(key.id)).toMatchObject({ password: CANARY });
  });
});

describe('DELETE /keys/{id}', () => {
  it('should answer 400 with inUse while something refers to it, then delete it', async () => {
    const key = await create(loginKey('used'));
    const { id } = await newGitRepository(test.dataSource, {
      projectId: test.projectId,
      name: 'site',
      sshKeyId: key.id,
    });
    const refs = (await test.manager.get(`${keys}/${key.id}/refs`)).json();
    expect(refs).toEqual({
      templates: [],
      inventories: [],
      repositories: [{ id, name: 'site' }],
      integrations: [],
      schedules: [],
      access_keys: [],
      workflows: [],
    });
    const refused = await test.manager.delete(`${keys}/${key.id}`);
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject({ error: expect.any(String), inUse: true });
    await test.dataSource.query('delete from git_repository where id = $1', [id]);
    expect((await test.manager.delete(`${keys}/${key.id}`)).status).toBe(204);
    expect((await test.manager.get(`${keys}/${key.id}`)).status).toBe(404);
    expect(await activities(test, 1)).toEqual(['key: Key used deleted']);
  });
});

describe('GET /keys', () => {
  it('should sort by name or type', async () => {
    const names = async (query: string) =>
      (await test.manager.get(`${keys}${query}`)).json<Key[]>().map(({ name }) => name);
    const ascending = await names('?sort=name');
    expect(await names('?sort=name&order=desc')).toEqual([...ascending].reverse());
    expect(await names('?sort=secret')).toEqual(ascending);
  });

  it('should never return a secret, in no list, read, event or log', async () => {
    await create(loginKey('canary'));
    const list = (await test.manager.get(keys)).json<Key[]>();
    const reads = await Promise.all(list.map(({ id }) => test.manager.get(`${keys}/${id}`)));
    const events = await test.manager.get(`${test.base}/events`);
    const output = [JSON.stringify(list), ...reads.map(({ text }) => text), events.text, test.logged()].join('\n');
    expect(output).not.toContain(CANARY);
    expect(output).not.toContain('deploy-login');
    expect(reads.every(({ headers }) => headers['cache-control'] === 'no-store')).toBe(true);
  });
});

describe('POST /keys/test', () => {
  it('should say whether a passphrase opens a key, and store nothing', async () => {
    const encrypted = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: CANARY } as const;
    const key = generateKeyPairSync('ed25519').privateKey.export(encrypted).toString();
    const before = await test.dataSource.manager.count(AccessKey);
    const ask = async (passphrase: string) => {
      const answer = await test.manager.post(`${keys}/test`, { private_key: key, passphrase });
      return { status: answer.status, body: answer.json<unknown>() };
    };
    expect(await ask(CANARY)).toEqual({ status: 200, body: { opens: true } });
    expect(await ask('another')).toEqual({ status: 200, body: { opens: false } });
    expect((await ask('')).status).toBe(400);
    expect(await test.dataSource.manager.count(AccessKey)).toBe(before);
  });
});
