import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type AttemptLease, GivenIdTokens, ID_TOKEN_SECONDS, type IdTokensAnswer } from '@switchyard/contracts';
import { type Task, type Template, Workflow, WorkflowNodeRun, WorkflowRun } from '@switchyard/database';
import { newEnvironment, newProject, newTask, newTemplate, newUser } from '@switchyard/database/testing';
import { SecretBox } from '@switchyard/server';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import nacl from 'tweetnacl';
import { allowInsecureRequests, discovery, None } from 'openid-client';
import { JobBuilder } from '../../assignments/job-builder.js';
import { startTestApp, type TestApp } from '../../../testing/test-app.js';
import { assignWaiting, type GatewayAnswer, RunnerClient } from '../../../testing/runner-client.js';
import { LEAD_MS, LINGER_MS } from './key-schedule.js';
import { SigningKeys } from './signing-keys.js';
import { askForRotation } from './signing-keys.repository.js';

const AUDIENCE = 'sts.amazonaws.com';
const ID_TOKENS = [
  { variable: 'AWS_WEB_IDENTITY_TOKEN', audience: AUDIENCE },
  { variable: 'VAULT_ID_TOKEN', audience: 'https://vault.test' },
];
const MINUTE_MS = 60_000;
const COMMIT = '0123456789012345678901234567890123456789';

/** An attempt that is assigned, and what its tokens are to name. */
interface Held extends AttemptLease {
  task: Task;
  template: Template;
}

/** A task that the only runner gets. */
async function heldTask(test: TestApp, row: Partial<Template> = {}, part: Partial<Task> = {}): Promise<Held> {
  const projectId = row.projectId ?? (await newProject(test.dataSource)).id;
  const template = await newTemplate(test.dataSource, { projectId, idTokens: ID_TOKENS, ...row });
  const task = await newTask(test.dataSource, template, part);
  await assignWaiting(test);
  const [lease] = (await test.dataSource.query<AttemptLease[]>(
    'select id as attempt, lease_id as lease from attempt where task_id = $1',
    [task.id],
  )) as [AttemptLease];
  return { ...lease, task, template };
}

/** Makes the task one of a run of a workflow. */
async function putIntoRun({ dataSource: { manager } }: TestApp, { id: taskId, projectId }: Task): Promise<void> {
  const { id: workflowId } = await manager.save(manager.create(Workflow, { projectId, name: 'Release' }));
  const { id: runId } = await manager.save(manager.create(WorkflowRun, { projectId, workflowId, version: 1 }));
  await manager.insert(WorkflowNodeRun, { runId, node: 'deploy', attempt: 1, status: 'running', taskId });
}

const ask = (runner: RunnerClient, { attempt, lease }: AttemptLease, part: object = {}): Promise<GatewayAnswer> =>
  runner.call('id-tokens', { attempt, lease, ...part });

/** The tokens in an answer, by their variables. */
function opened(runner: RunnerClient, { status, body }: GatewayAnswer): Record<string, string> {
  expect(status).toBe(200);
  const { nonce, sealed } = body as IdTokensAnswer;
  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
  const json = nacl.box.open.after(bytes(sealed), bytes(nonce), runner.sharedKey);
  const { tokens, seconds } = GivenIdTokens.parse(JSON.parse(Buffer.from(json ?? []).toString()));
  expect(seconds).toBe(ID_TOKEN_SECONDS);
  return Object.fromEntries(tokens.map(({ variable, token }) => [variable, token]));
}

/** Verifies a token as a cloud does: issuer, keys and algorithm by discovery. */
async function verified(issuer: string, token: string, audience = AUDIENCE) {
  const found = await discovery(new URL(issuer), 'any', undefined, None(), { execute: [allowInsecureRequests] });
  const metadata = found.serverMetadata();
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri ?? ''));
  const algorithms = metadata.id_token_signing_alg_values_supported;
  return jwtVerify(token, keys, {
    issuer,
    audience,
    currentDate: new Date(Date.now()),
    ...(algorithms && { algorithms }),
  });
}

describe('ID tokens', () => {
  let test: TestApp;
  let runner: RunnerClient;
  let passed = 0;
  beforeAll(async () => {
    test = await startTestApp((address) => ({ SWITCHYARD_WEB_HOST: address }));
    runner = await RunnerClient.create(test);
  });
  afterAll(() => test.close());
  beforeEach(() => {
    const { now } = Date;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + passed);
  });
  afterEach(() => void jest.restoreAllMocks());

  const tokenOf = async (held: Held, part: object = {}): Promise<string> =>
    opened(runner, await ask(runner, held, part))['AWS_WEB_IDENTITY_TOKEN'] ?? '';
  /** Time passes for this process. */
  const pass = (ms: number): void => void (passed += ms);
  const published = async (): Promise<string[]> => {
    const answer = await fetch(`${test.address}/.well-known/jwks.json`);
    return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
  };

  it('should be verified by what the issuer publishes, and name the task', async () => {
    const { id: projectId } = await newProject(test.dataSource, { name: 'Web' });
    const { id: environmentId } = await newEnvironment(test.dataSource, { projectId, name: 'production' });
    const { id: userId } = await newUser(test.dataSource, { username: 'ada' });
    const held = await heldTask(test, { projectId, environmentId, name: 'Deploy' }, { userId });
    const tokens = opened(runner, await ask(runner, held, { commit_hash: COMMIT, commit_branch: 'main' }));
    expect(Object.keys(tokens)).toEqual(['AWS_WEB_IDENTITY_TOKEN', 'VAULT_ID_TOKEN']);
    const { payload, protectedHeader } = await verified(test.address, tokens['AWS_WEB_IDENTITY_TOKEN'] ?? '');
    expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT', kid: expect.stringMatching(/^[\w-]{43}$/) });
    expect(payload).toMatchObject({
      sub: `project:${projectId}:template:${held.template.id}`,
      project: 'Web',
      template: 'Deploy',
      task_id: String(held.task.id),
      attempt: '1',
      trigger: 'user',
      user_id: String(userId),
      user: 'ada',
      commit: COMMIT,
      branch: 'main',
      environment_id: String(environmentId),
      environment: 'production',
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600);
    const other = await verified(test.address, tokens['VAULT_ID_TOKEN'] ?? '', 'https://vault.test');
    expect(other.payload.jti).not.toBe(payload.jti);
    await expect(verified(test.address, tokens['VAULT_ID_TOKEN'] ?? '')).rejects.toThrow('"aud"');
  });

  it('should say that a workflow started the task', async () => {
    const held = await heldTask(test);
    await putIntoRun(test, held.task);
    expect(decodeJwt(await tokenOf(held))['trigger']).toBe('workflow');
  });

  it('should be published so that it may be kept, without a private part', async () => {
    const answer = await fetch(`${test.address}/.well-known/jwks.json`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    const { keys } = (await answer.json()) as { keys: object[] };
    expect(keys.map((key) => Object.keys(key).toSorted())).toEqual([['alg', 'e', 'kid', 'kty', 'n', 'use']]);
    const rows = await test.dataSource.query<{ private_key: string }[]>('select private_key from id_token_key');
    expect(rows).toEqual([{ private_key: expect.stringMatching(/^sy1:/) }]);
  });

  it('should be verified before, during and after a rotation', async () => {
    const held = await heldTask(test);
    const first = await tokenOf(held);
    const [old] = await published();
    await verified(test.address, first);
    pass(MINUTE_MS);
    await askForRotation(test.dataSource.manager, new Date(Date.now()));
    expect(await published()).toEqual([old, expect.any(String)]);
    expect(decodeProtectedHeader(await tokenOf(held)).kid).toBe(old);
    pass(LEAD_MS);
    const second = await tokenOf(held);
    expect(decodeProtectedHeader(second).kid).not.toBe(old);
    await verified(test.address, second);
    expect(await published()).toContain(old);
    pass(LINGER_MS);
    expect(await published()).toEqual([decodeProtectedHeader(second).kid]);
    await verified(test.address, await tokenOf(held));
    await expect(verified(test.address, first)).rejects.toThrow();
    expect(await test.dataSource.query('select from id_token_key where id = $1', [old])).toEqual([]);
  });

  it('should be signed by one key when several processes make the first', async () => {
    await test.dataSource.query('delete from id_token_key');
    const { dataSource, app, config } = test;
    const processes = Array.from({ length: 3 }, () => new SigningKeys(dataSource, app.get(SecretBox), config));
    const keys = await Promise.all(processes.map((each) => each.published()));
    expect(new Set(keys.flat().map(({ kid }) => kid)).size).toBe(1);
    pass(MINUTE_MS);
  });

  it('should be given to the runner that holds the attempt alone, while it lives', async () => {
    const held = await heldTask(test);
    const { id: projectId } = await newProject(test.dataSource);
    const other = await RunnerClient.create(test, { projectId });
    const lost = { status: 409, body: { code: 'LEASE_LOST' } };
    expect(await ask(other, held)).toMatchObject(lost);
    expect(await ask(runner, { ...held, lease: '00000000-0000-4000-8000-000000000000' })).toMatchObject(lost);
    expect((await ask(runner, held)).status).toBe(200);
    await test.dataSource.query(`update attempt set status = 'ended', outcome = 'success' where id = $1`, [
      held.attempt,
    ]);
    expect(await ask(runner, held)).toMatchObject(lost);
  });

  it('should not be given to an attempt whose lease has expired', async () => {
    const held = await heldTask(test);
    await test.dataSource.query(`update attempt set status = 'ended', outcome = 'lease_expired' where id = $1`, [
      held.attempt,
    ]);
    expect(await ask(runner, held)).toMatchObject({ status: 409 });
  });

  it.each<[string, Partial<Template>, Partial<Task>]>([
    ['a template that asks for none', { idTokens: [] }, {}],
    ['a fork', {}, { pullRequest: { number: 7, title: 't', url: 'https://a.test', fork: true } }],
    ['the reference of a pull request', {}, { gitBranch: 'refs/pull/7/head' }],
    ['such a reference in the template', { gitBranch: 'refs/pull/7/head' }, {}],
  ])('should not be given to %s', async (_, row, part) => {
    const held = await heldTask(test, row, part);
    expect(await ask(runner, held)).toMatchObject({ status: 403 });
    expect(await test.app.get(JobBuilder, { strict: false }).build(held.task.id)).not.toHaveProperty('id_tokens');
  });

  it('should be stored and logged nowhere', async () => {
    const held = await heldTask(test);
    const token = await tokenOf(held);
    expect(await test.app.get(JobBuilder, { strict: false }).build(held.task.id)).toMatchObject({
      id_tokens: ['AWS_WEB_IDENTITY_TOKEN', 'VAULT_ID_TOKEN'],
    });
    const tables = ['task', 'task_snapshot', 'attempt', 'task_event', 'event', 'audit', 'setting'];
    const texts = tables.map((table) => `select row_to_json(t)::text as text from ${table} t`);
    const rows = await test.dataSource.query<{ text: string }[]>(texts.join(' union all '));
    const signature = token.split('.')[2] ?? token;
    expect(rows.map(({ text }) => text).join()).not.toContain(signature);
    expect(test.logged()).not.toContain(signature);
    expect(decodeJwt(token).aud).toBe(AUDIENCE);
  });
});

describe('ID tokens of a server without a public address', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  it('should not exist, and their tasks end with the reason', async () => {
    for (const path of ['openid-configuration', 'jwks.json']) {
      expect((await fetch(`${test.address}/.well-known/${path}`)).status).toBe(404);
    }
    const runner = await RunnerClient.create(test);
    const held = await heldTask(test);
    expect(await ask(runner, held)).toMatchObject({ status: 403 });
    await expect(test.app.get(JobBuilder, { strict: false }).build(held.task.id)).rejects.toMatchObject({
      problem: { code: 'id_tokens_no_address', params: { setting: 'SWITCHYARD_WEB_HOST' } },
    });
    expect(await test.dataSource.query('select from id_token_key')).toEqual([]);
  });
});
