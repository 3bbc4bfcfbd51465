import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Environment as WireEnvironment } from '@switchyard/contracts';
import { Environment, EnvironmentSecret } from '@switchyard/database';
import { newTemplate } from '@switchyard/database/testing';
import { isSealed, SecretBox } from '@switchyard/server';
import { activities, startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';
import { openEnvironmentSecret } from './stored-secret.js';

const CANARY = 'canary-variable-91ab';
let test: ProjectFixture;
let environments: string;

beforeAll(async () => {
  test = await startProjectFixture();
  environments = `${test.base}/environment`;
});
afterAll(() => test.close());

const secret = (name: string, members: object = {}) => ({
  type: 'var',
  name,
  secret: CANARY,
  operation: 'create',
  ...members,
});
const create = async (members: object = {}): Promise<WireEnvironment> => {
  const answer = await test.manager.post(environments, {
    name: 'production',
    json: '{"a":1}',
    env: '{"B":"2"}',
    ...members,
  });
  expect(answer.status).toBe(201);
  return answer.json<WireEnvironment>();
};
const put = (id: number, members: object) =>
  test.manager.put(`${environments}/${id}`, { name: 'production', ...members });
const secretsOf = async (environmentId: number): Promise<Record<string, string>> => {
  const rows = await test.dataSource.manager.find(EnvironmentSecret, {
    where: { environmentId },
    order: { id: 'ASC' },
  });
  const box = test.app.get(SecretBox);
  return Object.fromEntries(rows.map((row) => [`${row.type}:${row.name}`, openEnvironmentSecret(box, row)]));
};

describe('POST /environment', () => {
  it('should answer the group with blank secrets, stored as ciphertext', async () => {
    const environment = await create({
      secrets: [secret('token'), secret('TOKEN', { type: 'env' }), secret('x', { operation: '' })],
    });
    expect(environment).toEqual({
      id: expect.any(Number),
      project_id: test.projectId,
      name: 'production',
      password: null,
      json: '{"a":1}',
      env: '{"B":"2"}',
      secrets: [
        { id: expect.any(Number), type: 'var', name: 'token', secret: '', operation: '', vault_reference: null },
        { id: expect.any(Number), type: 'env', name: 'TOKEN', secret: '', operation: '', vault_reference: null },
      ],
    });
    const rows = await test.dataSource.manager.findBy(EnvironmentSecret, { environmentId: environment.id });
    expect(rows.every((row) => row.secret.startsWith('sy1:'))).toBe(true);
    expect(await secretsOf(environment.id)).toEqual({ 'var:token': CANARY, 'env:TOKEN': CANARY });
    expect(await activities(test, 1)).toEqual(['environment: Environment production created']);
  });

  it('should take dots and dashes in the name of a variable', async () => {
    const { id } = await create({ secrets: [secret('web.port-2')] });
    expect(await secretsOf(id)).toEqual({ 'var:web.port-2': CANARY });
  });

  it.each([
    { name: '' },
    { json: '{"a":' },
    { json: '[1]' },
    { json: { a: 1 } },
    { env: '{"A":{"b":1}}' },
    { secrets: [secret('1abc')] },
    { secrets: [secret('a.b', { type: 'env' })] },
    { secrets: [secret('switchyard_vars')] },
    { secrets: [secret('a=b')] },
    { secrets: [secret('twice'), secret('twice')] },
    { secrets: [secret('a', { type: 'file' })] },
    { project_id: 999_999 },
  ])('should answer 400 to %j and store nothing', async (members) => {
    const before = await test.dataSource.manager.count(Environment);
    const answer = await test.manager.post(environments, { name: 'production', ...members });
    expect(answer.status).toBe(400);
    expect(answer.json<{ error: string }>().error).not.toBe('');
    expect(await test.dataSource.manager.count(Environment)).toBe(before);
  });
});

describe('PUT /environment/{id}', () => {
  it('should create, update, rename and delete single secrets, and leave the others', async () => {
    const { id, secrets } = await create({
      secrets: ['kept', 'changed', 'renamed', 'gone'].map((name) => secret(name)),
    });
    const idOf = (name: string): number | undefined => secrets.find((entry) => entry.name === name)?.id;
    const answer = await put(id, {
      secrets: [
        secret('changed', { id: idOf('changed'), secret: 'new value', operation: 'update' }),
        secret('other', { id: idOf('renamed'), secret: '', operation: 'update' }),
        secret('gone', { id: idOf('gone'), operation: 'delete' }),
        secret('added', { secret: 'added value' }),
        secret('kept', { id: idOf('kept'), secret: 'ignored', operation: '' }),
      ],
    });
    expect(answer.status).toBe(204);
    expect(await secretsOf(id)).toEqual({
      'var:kept': CANARY,
      'var:changed': 'new value',
      'var:other': CANARY,
      'var:added': 'added value',
    });
  });

  it('should judge names by what is there in the end', async () => {
    const { id, secrets } = await create({ secrets: [secret('a'), secret('b', { secret: 'of b' }), secret('c')] });
    const [a, b, c] = secrets.map((entry) => entry.id);
    const renamed = (of: number | undefined, name: string) => ({ id: of, type: 'var', name, operation: 'update' });
    const swap = await put(id, { secrets: [renamed(a, 'b'), renamed(b, 'a')] });
    expect([swap.status, await secretsOf(id)]).toEqual([204, { 'var:b': CANARY, 'var:a': 'of b', 'var:c': CANARY }]);
    const moved = await put(id, {
      secrets: [secret('d'), renamed(a, 'a'), renamed(b, 'c'), { id: c, type: 'var', operation: 'delete' }],
    });
    expect([moved.status, await secretsOf(id)]).toEqual([204, { 'var:a': CANARY, 'var:c': 'of b', 'var:d': CANARY }]);
    const twice = await put(id, { secrets: [renamed(a, 'c')] });
    expect([twice.status, twice.json()]).toMatchObject([400, { issues: [{ path: ['secrets'] }] }]);
  });

  it('should leave all secrets alone when none are named', async () => {
    const { id } = await create({ secrets: [secret('kept')] });
    expect((await put(id, { json: '{}' })).status).toBe(204);
    expect(await secretsOf(id)).toEqual({ 'var:kept': CANARY });
  });

  it.each(['update', 'delete'])(
    'should answer 400 to %s of a secret of another group, and change nothing',
    async (operation) => {
      const other = await create({ secrets: [secret('theirs')] });
      const { id } = await create();
      const entry = secret('theirs', { id: other.secrets[0]?.id, secret: 'stolen', operation });
      const answer = await put(id, { name: 'changed', secrets: [entry] });
      expect(answer.status).toBe(400);
      expect(await secretsOf(other.id)).toEqual({ 'var:theirs': CANARY });
      expect((await test.manager.get(`${environments}/${id}`)).json<WireEnvironment>().name).toBe('production');
    },
  );
});

describe('GET and DELETE /environment', () => {
  it('should never return a secret value', async () => {
    const { id } = await create({ secrets: [secret('quiet')] });
    const answers = [await test.manager.get(environments), await test.manager.get(`${environments}/${id}`)];
    expect(answers.map(({ text }) => text).join() + test.logged()).not.toContain(CANARY);
  });

  it('should list the groups without their secrets', async () => {
    const list = (await test.manager.get(environments)).json<WireEnvironment[]>();
    expect(list.length).toBeGreaterThan(0);
    expect(list.every(({ secrets }) => secrets.length === 0)).toBe(true);
  });

  it('should refuse to delete what a template uses, and take the secrets along otherwise', async () => {
    const { id } = await create({ secrets: [secret('bound')] });
    const template = await newTemplate(test.dataSource, { projectId: test.projectId, environmentId: id });
    const refused = await test.manager.delete(`${environments}/${id}`);
    expect([refused.status, refused.json<{ inUse: boolean }>().inUse]).toEqual([400, true]);
    await test.dataSource.query('delete from template where id = $1', [template.id]);
    expect((await test.manager.delete(`${environments}/${id}`)).status).toBe(204);
    expect(await secretsOf(id)).toEqual({});
  });
});

describe('the password of an environment', () => {
  it('should be stored sealed, answered to nobody, kept when absent and removed when empty', async () => {
    const answer = await test.manager.post(environments, { name: 'p', json: '{}', password: 'canary-66' });
    const { id } = answer.json<WireEnvironment>();
    const stored = () => test.dataSource.manager.findOneByOrFail(Environment, { id });
    const first = await stored();
    expect(isSealed(first.password ?? '')).toBe(true);
    await test.manager.put(`${environments}/${id}`, { name: 'p2', json: '{}', password: null });
    expect((await stored()).password).toBe(first.password);
    const reads = [answer, await test.manager.get(environments), await test.manager.get(`${environments}/${id}`)];
    const audits = await test.dataSource.query<object[]>('select * from audit');
    expect(reads.map(({ text }) => text).join() + test.logged() + JSON.stringify(audits)).not.toContain('canary-66');
    expect(JSON.stringify(audits)).toContain('"password":"(set)"');
    await test.manager.put(`${environments}/${id}`, { name: 'p2', json: '{}', password: '' });
    expect((await stored()).password).toBeNull();
  });
});
