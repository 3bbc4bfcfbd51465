import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditRecord } from '@switchyard/contracts';
import { Audit, ProjectMember, type User } from '@switchyard/database';
import { newProject, newTemplate } from '@switchyard/database/testing';
import { eventually } from '@switchyard/testing';
import { Client, newAccount, PASSWORD, signIn, type Answer } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

let test: TestApp;
let adminRow: User;
let admin: Client;
let base: string;
let projectId: number;

beforeAll(async () => {
  test = await startTestApp({ SWITCHYARD_AUTH_TOTP: 'true', SWITCHYARD_AUTH_TOTP_RECOVERY: 'true' });
  adminRow = await newAccount(test, { admin: true });
  admin = (await signIn(test, adminRow)).with({ 'user-agent': 'spec' });
  projectId = (await newProject(test.dataSource)).id;
  base = `/api/project/${projectId}`;
});
afterAll(() => test.close());

const query = async (text = ''): Promise<AuditRecord[]> =>
  (await admin.get(`/api/audit?${text}`)).json<AuditRecord[]>();
const newest = async (): Promise<AuditRecord | undefined> => (await query('limit=1'))[0];
const idOf = (answer: Answer): number => answer.json<{ id: number }>().id;

describe('the audit', () => {
  it('should record who changed what, when, from where, before and after', async () => {
    const id = idOf(await admin.post(`${base}/keys`, { name: 'deploy', type: 'none' }));
    await admin.put(`${base}/keys/${id}`, { name: 'release', type: 'none' });
    expect(await newest()).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      user_id: adminRow.id,
      username: adminRow.username,
      ip: '127.0.0.1',
      user_agent: 'spec',
      action: 'keys.update',
      object_type: 'key',
      object_id: String(id),
      project_id: projectId,
      before: { name: 'deploy' },
      after: { name: 'release' },
      outcome: 'done',
    });
    await admin.delete(`${base}/keys/${id}`);
    expect(await newest()).toMatchObject({
      action: 'keys.remove',
      before: { name: 'release', secret: null },
      after: null,
    });
  });

  it('should record a request even when no service records what it changed', async () => {
    await admin.post(`${base}/templates/999999/stop_all_tasks`);
    expect(await newest()).not.toMatchObject({ action: 'tasks.stop-all' });
    const repository = idOf(await admin.post(`${base}/keys`, { name: 'k', type: 'none' }));
    const git = { name: 'r', git_url: '/srv/code', ssh_key_id: repository };
    const repositoryId = idOf(await admin.post(`${base}/repositories`, git));
    const template = { name: 't', app: 'bash', playbook: 'run.sh', repository_id: repositoryId };
    const templateId = idOf(await admin.post(`${base}/templates`, template));
    const launch = { template_id: templateId, environment: '{"a":"canary"}', secret: '{"b":"canary"}' };
    const taskId = idOf(await admin.post(`${base}/tasks`, launch));
    expect(await newest()).toMatchObject({
      action: 'tasks.create',
      object_type: 'task',
      object_id: String(taskId),
      after: { template_id: templateId, environment: '(set)', secret: '(set)' },
    });
    await admin.post(`${base}/tasks/${taskId}/stop`, { force: true });
    expect(await newest()).toMatchObject({ action: 'tasks.stop', object_id: String(taskId), project_id: projectId });
  });

  it('should record each secret of an environment by its name', async () => {
    const entry = { name: 'API_KEY', type: 'var', secret: 'x', operation: 'create' };
    const id = idOf(await admin.post(`${base}/environment`, { name: 'e', json: '{}', secrets: [entry] }));
    const [, secret] = await query('limit=2');
    expect(secret).toMatchObject({ object_type: 'environment-secret', after: { name: 'API_KEY', secret: '(set)' } });
    const update = { ...entry, id: Number(secret?.object_id), secret: 'y', operation: 'update' };
    await admin.put(`${base}/environment/${id}`, { name: 'e', json: '{}', secrets: [update] });
    expect((await query('limit=2'))[1]).toMatchObject({ before: { secret: '(set)' }, after: { secret: '(changed)' } });
  });

  it('should record nothing of a read, nor of a request that was a mistake', async () => {
    const before = await newest();
    await admin.get(`${base}/keys`);
    const check = await admin.post(`${base}/schedules/validate`, { cron_format: '0 3 * * *' });
    expect(check.status).toBe(200);
    await admin.post(`${base}/keys`, { name: '' });
    await admin.delete(`${base}/keys/999999`);
    expect((await admin.post(`${base}/tasks/999999/stop`, {})).status).toBe(404);
    expect((await newest())?.id).toBe(before?.id);
  });

  it('should keep neither change nor record when the change fails', async () => {
    const name = 'Rolled back';
    await test.dataSource.query(`alter table audit add constraint no_room check (before is not null) not valid`);
    try {
      expect((await admin.post(`${base}/keys`, { name, type: 'none' })).status).toBe(500);
    } finally {
      await test.dataSource.query(`alter table audit drop constraint no_room`);
    }
    expect((await admin.get(`${base}/keys`)).text).not.toContain(name);
  });
});

describe('records of what happens at the same moment', () => {
  /** Launches a task with each message at once. Returns by task what was launched and what the records hold of it. */
  async function launchAll(messages: readonly string[]) {
    const template = await newTemplate(test.dataSource, { projectId });
    const answers = await Promise.all(
      messages.map((message) => admin.post(`${base}/tasks`, { template_id: template.id, message })),
    );
    const ids = answers.map((answer) => String(idOf(answer)));
    const records = (await query(`limit=${messages.length + 5}`)).filter(({ object_id: id }) => ids.includes(id ?? ''));
    const recorded = records.map(({ object_id: id, after }) => [id, after?.['message']] as const);
    return { launched: ids.map((id, i) => [id, messages[i]] as const), recorded };
  }

  it('should each hold their own object', async () => {
    const { launched, recorded } = await launchAll(['m0', 'm1', 'm2', 'm3', 'm4', 'm5']);
    expect(recorded).toHaveLength(launched.length);
    expect(new Map(recorded)).toEqual(new Map(launched));
  });

  it('should do so but for one that is refused, which is logged', async () => {
    await test.dataSource.query(
      `alter table audit add constraint no_room check (after->>'message' is distinct from 'refused') not valid`,
    );
    try {
      const { launched, recorded } = await launchAll(['m0', 'm1', 'refused', 'm3', 'm4', 'm5']);
      // The request itself is recorded for the one that is refused, without its content.
      const expected = launched.map(([id, message]) => [id, message === 'refused' ? undefined : message] as const);
      expect(new Map(recorded)).toEqual(new Map(expected));
    } finally {
      await test.dataSource.query(`alter table audit drop constraint no_room`);
    }
    expect(test.logged().match(/audit record of tasks\.create by user \d+ was not written/g)).toHaveLength(1);
  });
});

describe('sign-ins', () => {
  it('should be recorded, good or bad, with the account they were for', async () => {
    const user = await newAccount(test);
    const client = new Client(test.address, { 'user-agent': 'browser' });
    await client.post('/api/auth/login', { auth: user.email, password: 'wrong' });
    expect(await newest()).toMatchObject({
      action: 'sign-in.password',
      outcome: 'refused',
      user_id: user.id,
      username: user.username,
      user_agent: 'browser',
    });
    const session = await signIn(test, user);
    expect(await newest()).toMatchObject({ action: 'sign-in.password', outcome: 'done', user_id: user.id });
    await session.post('/api/auth/logout');
    expect(await newest()).toMatchObject({ action: 'sign-out', outcome: 'done', user_id: user.id });
  });

  it('should record a change of role with both roles, and a changed user with what differs', async () => {
    const user = await newAccount(test);
    await admin.post(`${base}/users`, { user_id: user.id, role: 'guest' });
    await admin.put(`${base}/users/${user.id}`, { role: 'manager' });
    const change = { action: 'members.change', object_type: 'user', object_id: String(user.id), project_id: projectId };
    expect(await newest()).toMatchObject({ ...change, before: { role: 'guest' }, after: { role: 'manager' } });
    const { name, username, email } = user;
    await admin.put(`/api/users/${user.id}`, { name, username, email, alert: true });
    expect(await newest()).toMatchObject({ action: 'users.update', before: { alert: false }, after: { alert: true } });
  });

  it('should be recorded at each step, with the account of the session', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    const totp = (await session.post(`/api/users/${user.id}/2fas/totp`)).json<{ recovery_code: string }>();
    const waiting = await signIn(test, user);
    await waiting.post('/api/auth/verify', { passcode: '000000' });
    const step = { user_id: user.id, username: user.username };
    expect(await newest()).toMatchObject({ ...step, action: 'sign-in.code', outcome: 'refused' });
    await waiting.post('/api/auth/recovery', { recovery_code: totp.recovery_code });
    expect(await newest()).toMatchObject({ ...step, action: 'sign-in.recovery', outcome: 'done' });
  });

  it('should be recorded as refused when a provider leads back without an answer', async () => {
    await new Client(test.address).get('/api/auth/oidc/unknown/redirect?state=x&code=y');
    await eventually(async () => {
      expect(await newest()).toMatchObject({ action: 'sign-in.provider', outcome: 'refused', user_id: null });
    });
  });

  it('should not keep what was typed for an account that does not exist: it may be a password', async () => {
    await new Client(test.address).post('/api/auth/login', { auth: 'my-canary-password', password: 'x' });
    expect(await newest()).toMatchObject({ outcome: 'refused', user_id: null, username: '' });
    expect(JSON.stringify(await test.dataSource.manager.find(Audit))).not.toContain('my-canary-password');
  });

  it('should outlive the user', async () => {
    const user = await newAccount(test);
    await signIn(test, user);
    await admin.delete(`/api/users/${user.id}`);
    const records = await query(`user_id=${user.id}`);
    expect(records).toMatchObject([{ action: 'sign-in.password', username: user.username }]);
    expect(await newest()).toMatchObject({ action: 'users.remove', object_id: String(user.id), after: null });
  });
});

describe('refusals', () => {
  it('should be recorded when the role of a member does not allow what he tries', async () => {
    const user = await newAccount(test);
    await test.dataSource.manager.insert(ProjectMember, { projectId, userId: user.id, role: 'manager' });
    await (await signIn(test, user)).put(`${base}/users/${user.id}`, { role: 'owner' });
    expect(await newest()).toMatchObject({
      action: 'members.change',
      outcome: 'refused',
      user_id: user.id,
      username: user.username,
      object_id: String(user.id),
      project_id: projectId,
      after: null,
    });
  });

  it('should be recorded when only the account itself or an administrator may do it', async () => {
    const [user, other] = [await newAccount(test), await newAccount(test)];
    const session = await signIn(test, user);
    await session.delete(`/api/users/${other.id}`);
    const refused = { action: 'users.remove', outcome: 'refused', user_id: user.id, object_id: String(other.id) };
    expect(await newest()).toMatchObject(refused);
  });
});

describe('secrets', () => {
  const canary = 'canary-7f3a';

  it('should never stand in it, whatever field they came in by', async () => {
    const user = { name: 'n', username: 'canary-user', email: 'canary@example.test', password: `${canary}-password` };
    const userId = idOf(await admin.post('/api/users', user));
    await admin.put(`/api/users/${userId}`, { ...user, password: `${canary}-second` });
    await admin.post(`/api/users/${userId}/password`, { password: `${canary}-third` });
    const login = { login: `${canary}-login`, password: `${canary}-secret` };
    const keyId = idOf(await admin.post(`${base}/keys`, { name: 'k', type: 'login_password', login_password: login }));
    await admin.put(`${base}/keys/${keyId}`, {
      name: 'k',
      type: 'ssh',
      override_secret: true,
      ssh: { private_key: canary },
    });
    const secrets = [{ name: 's', type: 'var', secret: `${canary}-env`, operation: 'create' }];
    const content = JSON.stringify({ inline: `${canary}-inline` });
    const password = `${canary}-image`;
    await admin.post(`${base}/environment`, { name: 'e', json: content, env: content, secrets, password });
    await admin.post(`${base}/inventory`, { name: 'i', type: 'static', inventory: `h ansible_password=${canary}` });
    const url = `https://u:${canary}@git.example.test/x.git`;
    await admin.post(`${base}/repositories`, { name: 'r', git_url: url, git_branch: 'main', ssh_key_id: keyId });
    await admin.put(base, { name: 'p', vault_token: `${canary}-vault` });
    const token = (await admin.post('/api/user/tokens', { name: 'ci' })).json<{ id: string }>().id;
    await admin.delete(`/api/user/tokens/${encodeURIComponent(token)}`);
    const runner = await admin.post('/api/runners', {
      name: 'r',
      tags: ['a'],
      webhook: `https://h.example.test/${canary}`,
    });
    await signIn(test, await newAccount(test));
    const stored = JSON.stringify(await test.dataSource.manager.find(Audit));
    const made = runner.json<{ token: string; private_key: string }>();
    for (const secret of [canary, token, made.token, made.private_key, PASSWORD, '$argon2id$']) {
      expect(stored).not.toContain(secret);
    }
    expect(stored).toContain('"password_hash":"(changed)"');
  });
});

describe('GET /api/audit', () => {
  it('should be for administrators', async () => {
    const user = await signIn(test, await newAccount(test));
    expect((await user.get('/api/audit')).status).toBe(403);
    expect((await user.get('/api/audit/export')).status).toBe(403);
  });

  it('should page backwards and filter', async () => {
    for (const name of ['a', 'b', 'c']) {
      await admin.post(`${base}/keys`, { name, type: 'none' });
    }
    const filter = `action=keys.create&project_id=${projectId}&user_id=${adminRow.id}`;
    const first = await query(`${filter}&limit=2`);
    const second = await query(`${filter}&limit=2&before=${first[1]?.id}`);
    expect([...first, ...second].map(({ after }) => after?.['name']).slice(0, 3)).toEqual(['c', 'b', 'a']);
    expect(await query(`${filter}&to=2020-01-01`)).toEqual([]);
    expect((await query(`${filter}&from=2020-01-01T00:00:00Z`)).length).toBeGreaterThan(2);
  });

  it('should page upwards to where it came from', async () => {
    const filter = `action=keys.create&project_id=${projectId}`;
    const [newest, second, third] = await query(`${filter}&limit=3`);
    expect(await query(`${filter}&limit=2&after=${third?.id}`)).toEqual([newest, second]);
    expect(await query(`${filter}&limit=1&after=${third?.id}`)).toEqual([second]);
  });

  it('should filter by address and by outcome', async () => {
    await test.dataSource.query(
      `insert into audit (action, ip, outcome) values ('old', '192.0.2.7', 'refused'), ('old', '192.0.2.8', 'done'),
         ('old', '192.0.2.7', 'done')`,
    );
    const found = async (filter: string) => (await query(filter)).map(({ ip, outcome }) => [ip, outcome]);
    expect(await found('ip=192.0.2.7')).toEqual([
      ['192.0.2.7', 'done'],
      ['192.0.2.7', 'refused'],
    ]);
    expect(await found('ip=192.0.2.7&outcome=refused')).toEqual([['192.0.2.7', 'refused']]);
  });

  it('should name each action once', async () => {
    await test.dataSource.query(`insert into audit (action) values ('b.x'), ('a.x'), ('b.x')`);
    const names = (await admin.get('/api/audit/actions')).json<string[]>();
    expect(names.filter((name) => name.endsWith('.x'))).toEqual(['a.x', 'b.x']);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toContain('keys.create');
    const user = await signIn(test, await newAccount(test));
    expect((await user.get('/api/audit/actions')).status).toBe(403);
  });

  it.each(['limit=0', 'limit=x', 'from=yesterday', 'before=-1', 'after=x', 'user_id=a', 'outcome=good'])(
    'should answer 400 to %s',
    async (text) => {
      expect((await admin.get(`/api/audit?${text}`)).status).toBe(400);
    },
  );
});

describe('GET /api/audit/export', () => {
  it('should stream every record once, oldest first, however many there are', async () => {
    await test.dataSource.query(
      `insert into audit (action, at) select 'old', '2021-01-01T00:00:00Z' from generate_series(1, 2500)`,
    );
    const answer = await admin.get('/api/audit/export?from=2021-01-01&to=2021-01-02');
    expect(answer.headers['content-type']).toMatch(/^application\/x-ndjson/);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="audit.ndjson"');
    const ids = answer.text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as AuditRecord).id);
    expect([ids.length, new Set(ids).size]).toEqual([2500, 2500]);
    expect([...ids].sort((a, b) => a - b)).toEqual(ids);
    expect(await newest()).toMatchObject({ action: 'audit.export', user_id: adminRow.id });
  });

  it('should write CSV that no spreadsheet takes for a formula', async () => {
    await admin.post(`${base}/keys`, { name: '=1+1,"x"', type: 'none' });
    await test.dataSource.query(
      `insert into audit (action, at, username, user_agent) values ('old', '2022-01-01T00:00:00Z', '=cmd', 'a "b"')`,
    );
    const answer = await admin.get('/api/audit/export?from=2022-01-01&to=2022-01-02&format=csv');
    const [names, line] = answer.text.split('\r\n');
    expect(names).toMatch(/^id,at,user_id,username,/);
    expect(line).toMatch(/^\d+,2022-01-01T00:00:00.000Z,,'=cmd,,"a ""b""",old,/);
  });
});
