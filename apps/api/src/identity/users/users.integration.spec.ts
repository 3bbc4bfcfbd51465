import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { User as WireUser } from '@switchyard/contracts';
import { ProjectMember, User } from '@switchyard/database';
import { meetAtLock, newProject } from '@switchyard/database/testing';
import { Client, cookieOf, type Answer, newAccount, PASSWORD, signIn, signInAs } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

let test: TestApp;
let admin: Client;
let adminRow: User;

beforeAll(async () => {
  test = await startTestApp();
  adminRow = await newAccount(test, { admin: true, name: 'Zoe Admin' });
  admin = await signIn(test, adminRow);
});
afterAll(() => test.close());

const body = (user: User, members: object = {}) => {
  const { name, username, email, alert, admin: rank, pro } = user;
  return { name, username, email, alert, admin: rank, pro, ...members };
};
const stored = (id: number): Promise<User> => test.dataSource.manager.findOneByOrFail(User, { id });
const mayLogin = async (auth: string, password: string): Promise<boolean> =>
  (await new Client(test.address).post('/api/auth/login', { auth, password })).status === 204;

describe('GET /api/user', () => {
  it('should answer the caller, without anything of the password', async () => {
    const user = await newAccount(test);
    const answer = await (await signIn(test, user)).get('/api/user/');
    expect(answer.json()).toEqual({
      id: user.id,
      created: user.created.toISOString(),
      username: user.username,
      name: user.name,
      email: user.email,
      admin: false,
      external: false,
      alert: false,
      pro: false,
      left_directory: null,
      totp: null,
      options: { language: null, theme: null },
      can_create_project: false,
      has_active_subscription: true,
    });
    expect((await admin.get('/api/user')).json()).toMatchObject({ admin: true, can_create_project: true });
  });

  it('should answer 401 to strangers', async () => {
    const answer = await new Client(test.address).get('/api/user');
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('"code":"not_signed_in"')]);
  });
});

describe('GET /api/users', () => {
  it('should show everything to administrators, and names alone to others', async () => {
    const user = await newAccount(test);
    const minimal = { id: user.id, username: user.username, name: user.name };
    const other = await signIn(test, await newAccount(test));
    const list = (await other.get('/api/users')).json<WireUser[]>();
    expect(list.find(({ id }) => id === user.id)).toEqual(minimal);
    expect((await other.get(`/api/users/${user.id}`)).json()).toEqual(minimal);
    const full = (await admin.get('/api/users')).json<WireUser[]>().find(({ id }) => id === user.id);
    expect(full).toMatchObject({ ...minimal, email: user.email });
    expect((await (await signIn(test, user)).get(`/api/users/${user.id}`)).json()).toMatchObject({ email: user.email });
  });

  it('should search without wildcards, and never guess an email letter by letter', async () => {
    const user = await newAccount(test, { username: 'quentin', name: 'Quentin 100%', email: 'qq.secret@example.test' });
    const other = await signIn(test, await newAccount(test));
    const found = async (client: Client, s: string): Promise<boolean> => {
      const list = (await client.get(`/api/users?s=${encodeURIComponent(s)}`)).json<WireUser[]>();
      return list.some(({ id }) => id === user.id);
    };
    expect(await found(other, 'QUEN')).toBe(true);
    expect(await found(other, '100%')).toBe(true);
    expect(await found(other, '\\%%%')).toBe(false);
    expect(await found(other, '____')).toBe(false);
    expect(await found(other, 'qu_ntin')).toBe(false);
    expect(await found(other, 'qq.secr')).toBe(false);
    expect(await found(other, 'qq.secret@example.test')).toBe(true);
    expect(await found(admin, 'qq.secr')).toBe(true);
  });
});

describe('a search by somebody who is no administrator', () => {
  it('should find whole names and logins alone by fewer than four characters', async () => {
    const other = await signIn(test, await newAccount(test));
    await newAccount(test, { username: 'tanaka.h', name: '田中' });
    await newAccount(test, { username: 'tan', name: 'Tanja Meier' });
    const found = async (s: string): Promise<string[]> =>
      (await other.get(`/api/users?s=${encodeURIComponent(s)}`)).json<WireUser[]>().map(({ name }) => name);
    expect(await found('田中')).toEqual(['田中']);
    expect(await found('TAN ')).toEqual(['Tanja Meier']);
    expect([await found('ta'), await found('%'), await found('田')]).toEqual([[], [], []]);
  });

  it('should answer at most 50, without any email', async () => {
    await test.dataSource.query(
      `insert into "user" (username, name, email) select 'many' || i, 'Many', 'm' || i || '@x.test' from generate_series(1, 60) i`,
    );
    const answer = await (await signIn(test, await newAccount(test))).get('/api/users?s=many');
    expect(answer.json<WireUser[]>()).toHaveLength(50);
    expect(answer.text).not.toContain('@');
  });
});

describe('PUT /api/user/options', () => {
  it('should keep language and theme for every browser of the user', async () => {
    const user = await newAccount(test);
    const [here, there] = [await signIn(test, user), await signIn(test, user)];
    const options = { language: 'pt-BR', theme: 'dark' };
    expect((await here.put('/api/user/options', options)).status).toBe(204);
    expect((await there.get('/api/user')).json()).toMatchObject({ options });
    expect((await here.put('/api/user/options', {})).status).toBe(204);
    expect((await there.get('/api/user')).json()).toMatchObject({ options: { language: null, theme: null } });
  });

  it.each([{ theme: 'pink' }, { language: '<script>' }, { language: 'x'.repeat(99) }, { theme: 1 }])(
    'should answer 400 to %j',
    async (options) => {
      const session = await signIn(test, await newAccount(test));
      expect((await session.put('/api/user/options', options)).status).toBe(400);
    },
  );
});

describe('/api/user/options', () => {
  it('should answer what was chosen, and take one option at a time', async () => {
    const session = await signIn(test, await newAccount(test));
    expect((await session.get('/api/user/options')).json()).toEqual({ language: null, theme: null });
    await session.put('/api/user/options', { language: 'de', theme: 'dark' });
    const answer = await session.post('/api/user/options', { key: 'theme', value: 'light' });
    expect([answer.status, answer.json()]).toEqual([200, { key: 'theme', value: 'light' }]);
    expect((await session.get('/api/user/options')).json()).toEqual({ language: 'de', theme: 'light' });
  });

  it.each([{ key: 'theme', value: 'pink' }, { key: 'toString', value: 'x' }, { key: 'theme' }, {}])(
    'should answer 400 to %j',
    async (option) => {
      const session = await signIn(test, await newAccount(test));
      expect((await session.post('/api/user/options', option)).status).toBe(400);
    },
  );
});

describe('GET /api/user/roles', () => {
  it('should answer the role in every project of the caller at once', async () => {
    const user = await newAccount(test);
    const [one, two] = [await newProject(test.dataSource), await newProject(test.dataSource)];
    await newProject(test.dataSource);
    await test.dataSource.manager.insert(ProjectMember, { projectId: one.id, userId: user.id, role: 'owner' });
    await test.dataSource.manager.insert(ProjectMember, { projectId: two.id, userId: user.id, role: 'guest' });
    expect((await (await signIn(test, user)).get('/api/user/roles')).json()).toEqual([
      { project_id: one.id, role: 'owner' },
      { project_id: two.id, role: 'guest' },
    ]);
  });
});

describe('POST /api/users', () => {
  const fresh = (members: object = {}) => ({
    name: 'New',
    username: 'Newcomer',
    email: 'newcomer@example.test',
    password: PASSWORD,
    ...members,
  });

  it('should make a user who can sign in, whose login keeps its case', async () => {
    const answer = await admin.post('/api/users', fresh());
    expect(answer.status).toBe(201);
    expect(answer.json()).toMatchObject({ username: 'Newcomer', admin: false, external: false });
    expect(answer.text).not.toContain(PASSWORD);
    expect((await stored(answer.json<WireUser>().id)).passwordHash).toMatch(/^\$argon2id\$/);
    expect(await mayLogin('newcomer', PASSWORD)).toBe(true);
    expect(await mayLogin('NEWCOMER', PASSWORD)).toBe(true);
  });

  it.each(['admin@localhost', 'mara@intranet', 'ünï@exämple', "o'hara+x@a.b"])(
    'should take the email %s',
    async (email) => {
      const answer = await admin.post('/api/users', fresh({ username: `login of ${email.slice(0, 3)}`, email }));
      expect([answer.status, answer.json()]).toEqual([201, expect.objectContaining({ email })]);
    },
  );

  it.each([
    [fresh({ username: 'newcomer', email: 'other@example.test' }), 'login'],
    [fresh({ username: 'other', email: 'NEWCOMER@example.test' }), 'email'],
    [fresh({ username: 'newcomer@example.test', email: 'third@example.test' }), 'login or email'],
    [fresh({ name: '' }), 'name'],
    [fresh({ username: '' }), 'username'],
    [fresh({ username: 'NEWcomer', email: 'other@example.test' }), 'login'],
    [fresh({ username: 'Newcomer@Example.test', email: 'third@example.test' }), 'login or email'],
    [fresh({ email: 'no address' }), 'email'],
    [fresh({ email: '@example.test' }), 'email'],
    [fresh({ email: 'mara@' }), 'email'],
    [fresh({ email: 'a@b@c' }), 'email'],
    [fresh({ email: 'a b@c' }), 'email'],
    [fresh({ name: 'x'.repeat(256) }), 'name'],
    [fresh({ username: 'x'.repeat(256) }), 'username'],
    [fresh({ username: 'line\nbreak' }), 'username'],
    [fresh({ email: `${'x'.repeat(250)}@example.test` }), 'email'],
    [fresh({ password: 'x'.repeat(1025) }), 'password'],
    [fresh({ password: '1234567' }), 'password'],
    [fresh({ admin: 'true' }), 'admin'],
  ])('should answer 400 to %j', async (user, word) => {
    const answer = await admin.post('/api/users', user);
    expect(answer.status).toBe(400);
    expect(answer.json<{ error: string }>().error).toContain(word);
  });

  it.each([
    ['nobody', { password: '' }],
    ['no one', { password: undefined }],
  ])('should make a user, %s, who cannot sign in by a password until one is set', async (username, members) => {
    const answer = await admin.post(
      '/api/users',
      fresh({ username, email: `${username.replace(' ', '')}@n.test`, ...members }),
    );
    expect([answer.status, answer.json()]).toMatchObject([201, { external: false }]);
    const { id } = answer.json<WireUser>();
    expect((await stored(id)).passwordHash).toBeNull();
    expect([await mayLogin(username, ''), await mayLogin(username, PASSWORD)]).toEqual([false, false]);
    expect((await admin.post(`/api/users/${id}/password`, { password: PASSWORD })).status).toBe(204);
    expect(await mayLogin(username, PASSWORD)).toBe(true);
  });

  it('should take any text for the email of an external user, and keep it when it comes back', async () => {
    const external = fresh({ username: 'from afar', email: 'EXAMPLE\\afar', external: true, password: undefined });
    const answer = await admin.post('/api/users', external);
    expect([answer.status, answer.json()]).toMatchObject([201, { email: 'EXAMPLE\\afar', external: true }]);
    const { id } = answer.json<WireUser>();
    expect((await admin.put(`/api/users/${id}`, { ...external, name: 'Renamed' })).status).toBe(204);
    expect(await stored(id)).toMatchObject({ name: 'Renamed', email: 'EXAMPLE\\afar' });
    const local = await newAccount(test);
    const refused = await admin.put(`/api/users/${local.id}`, body(local, { email: 'no address' }));
    expect([refused.status, refused.json()]).toMatchObject([400, { issues: [{ path: ['email'] }] }]);
  });

  it('should make an external user without a password', async () => {
    const external = fresh({ username: 'ext', email: 'ext@example.test', password: 'ignored by all', external: true });
    const { id } = (await admin.post('/api/users', external)).json<WireUser>();
    expect(await stored(id)).toMatchObject({ external: true, passwordHash: null });
  });

  it('should answer 401 to other users', async () => {
    const user = await signIn(test, await newAccount(test));
    const answer = await user.post('/api/users', fresh({ username: 'x', email: 'x@example.test', admin: true }));
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('"code":"not_allowed"')]);
  });
});

describe('PUT /api/users/{id}', () => {
  it('should let people change themselves, but not their rank', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    const put = (members: object) => session.put(`/api/users/${user.id}`, body(user, members));
    expect((await put({ name: 'Renamed', alert: true, external: true })).status).toBe(204);
    expect((await put({ admin: true })).status).toBe(401);
    expect((await put({ pro: true })).status).toBe(401);
    expect(await stored(user.id)).toMatchObject({
      name: 'Renamed',
      alert: true,
      admin: false,
      pro: false,
      external: false,
    });
  });

  it('should ignore what nobody may set', async () => {
    const user = await newAccount(test);
    const members = {
      external: true,
      passwordHash: 'x',
      password_hash: 'x',
      created: '2000-01-01',
      totp: {},
      id: user.id,
    };
    expect((await admin.put(`/api/users/${user.id}`, body(user, members))).status).toBe(204);
    expect(await stored(user.id)).toEqual(user);
  });

  it('should leave one administrator when two demote each other at once', async () => {
    await test.dataSource.query('update "user" set admin = false where id <> $1', [adminRow.id]);
    const [one, two] = [await newAccount(test, { admin: true }), await newAccount(test, { admin: true })];
    const [first, second] = [await signIn(test, one), await signIn(test, two)];
    await test.dataSource.query('update "user" set admin = false where id = $1', [adminRow.id]);
    const answers = await meetAtLock(
      test.dataSource,
      ['select 1 from "user" where admin for update', []],
      [
        () => first.put(`/api/users/${two.id}`, body(two, { admin: false })),
        () => second.put(`/api/users/${one.id}`, body(one, { admin: false })),
      ],
    );
    const left = await test.dataSource.manager.countBy(User, { admin: true });
    await test.dataSource.query('update "user" set admin = true where id = $1', [adminRow.id]);
    expect([answers.map(({ status }) => status).filter((status) => status === 204), left]).toEqual([[204], 1]);
  });

  it('should answer 401 when somebody changes somebody else', async () => {
    const [user, other] = [await newAccount(test), await newAccount(test)];
    const answer = await (await signIn(test, user)).put(`/api/users/${other.id}`, body(other, { name: 'x' }));
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('"code":"not_allowed"')]);
    expect((await admin.put(`/api/users/${adminRow.id}`, body(adminRow, { admin: false }))).status).toBe(401);
  });

  it('should take a rank away at once', async () => {
    const user = await newAccount(test, { admin: true });
    const session = await signIn(test, user);
    const project = await newProject(test.dataSource);
    expect((await session.get(`/api/project/${project.id}`)).status).toBe(200);
    expect((await admin.put(`/api/users/${user.id}`, body(user, { admin: false }))).status).toBe(204);
    expect((await session.get(`/api/project/${project.id}`)).status).toBe(404);
  });

  it('should answer 400 to a taken login or email, and to the login of an external user', async () => {
    const [one, two] = [await newAccount(test), await newAccount(test)];
    const external = await newAccount(test, { external: true, passwordHash: null });
    const put = async (user: User, members: object): Promise<number> =>
      (await admin.put(`/api/users/${user.id}`, body(user, members))).status;
    expect(await put(one, { username: two.username })).toBe(400);
    expect(await put(one, { email: two.email.toUpperCase() })).toBe(400);
    expect(await put(one, { username: two.email })).toBe(400);
    expect(await put(one, { id: two.id })).toBe(400);
    expect(await put(external, { username: 'somebody-else' })).toBe(400);
    expect(await put(external, { password: 'long enough' })).toBe(400);
    expect(await put(external, { name: 'Renamed' })).toBe(204);
  });

  it('should keep the password unless a new one is given', async () => {
    const user = await newAccount(test);
    await admin.put(`/api/users/${user.id}`, body(user, { password: '' }));
    expect(await mayLogin(user.username, PASSWORD)).toBe(true);
    await admin.put(`/api/users/${user.id}`, body(user, { password: 'another one' }));
    expect([await mayLogin(user.username, PASSWORD), await mayLogin(user.username, 'another one')]).toEqual([
      false,
      true,
    ]);
  });
});

describe('POST /api/users/{id}/password', () => {
  it('should end every session, but renew the one of the caller, and end tokens only on request', async () => {
    const user = await newAccount(test);
    const [here, there] = [await signIn(test, user), await signIn(test, user)];
    const { id } = (await there.post('/api/user/tokens')).json<{ id: string }>();
    const token = new Client(test.address, { authorization: `Bearer ${id}` });
    expect([(await there.get('/api/user')).status, (await token.get('/api/user')).status]).toEqual([200, 200]);
    const change = { password: 'new password', old_password: PASSWORD };
    const answer = await here.post(`/api/users/${user.id}/password`, change);
    expect(answer.status).toBe(204);
    const after = await Promise.all([here, there, token].map((client) => client.get('/api/user')));
    expect(after.map(({ status }) => status)).toEqual([401, 401, 200]);
    const renewed = new Client(test.address, { cookie: cookieOf(answer) });
    expect((await renewed.get('/api/user')).status).toBe(200);
    expect(await mayLogin(user.username, 'new password')).toBe(true);
    const next = { password: 'third password', old_password: 'new password', revoke_tokens: true };
    expect((await renewed.post(`/api/users/${user.id}/password`, next)).status).toBe(204);
    expect((await token.get('/api/user')).status).toBe(401);
  });

  it('should end tokens as well when an administrator edits a user and requests it', async () => {
    const user = await newAccount(test);
    const { id } = (await (await signIn(test, user)).post('/api/user/tokens')).json<{ id: string }>();
    const token = new Client(test.address, { authorization: `Bearer ${id}` });
    const put = (members: object) => admin.put(`/api/users/${user.id}`, body(user, members));
    expect((await put({ revoke_tokens: true })).status).toBe(204);
    expect((await put({ password: 'second password' })).status).toBe(204);
    expect((await token.get('/api/user')).status).toBe(200);
    expect((await put({ password: 'third password', revoke_tokens: true })).status).toBe(204);
    expect((await token.get('/api/user')).status).toBe(401);
  });

  it.each([{}, { old_password: 'wrong' }, { old_password: '' }])(
    'should require the current password of people who change their own, and refuse %j',
    async (old) => {
      const user = await newAccount(test);
      const session = await signIn(test, user);
      expect((await session.post(`/api/users/${user.id}/password`, { password: 'mine now', ...old })).status).toBe(400);
      expect((await session.put(`/api/users/${user.id}`, body(user, { password: 'mine now', ...old }))).status).toBe(
        400,
      );
      expect((await session.get('/api/user')).status).toBe(200);
      expect(await mayLogin(user.username, PASSWORD)).toBe(true);
    },
  );

  it('should slow the guessing of the current password down', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    const guess = (): Promise<Answer> =>
      session.post(`/api/users/${user.id}/password`, { password: 'mine now', old_password: 'guess' });
    const answers = await Promise.all(Array.from({ length: 20 }, guess));
    const limited = answers.find(({ status }) => status === 429);
    expect(Number(limited?.headers['retry-after'])).toBeGreaterThan(0);
    await test.dataSource.query('delete from sign_in_limit');
  });

  it('should leave the administrator who does it signed in, without a new cookie', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    const answer = await admin.post(`/api/users/${user.id}/password`, { password: 'set by admin' });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([204, undefined]);
    expect((await session.get('/api/user')).status).toBe(401);
    expect((await admin.get('/api/user')).status).toBe(200);
  });

  it('should answer 400 to an empty password and to an external user, 401 to other people, 404 to nobody', async () => {
    const user = await newAccount(test);
    const external = await newAccount(test, { external: true });
    const path = (id: number): string => `/api/users/${id}/password`;
    expect((await admin.post(path(user.id), { password: '' })).status).toBe(400);
    expect((await admin.post(path(external.id), { password: 'long enough' })).status).toBe(400);
    expect((await (await signIn(test, user)).post(path(external.id), { password: 'long enough' })).status).toBe(401);
    expect((await admin.post(path(999_999), { password: 'long enough' })).status).toBe(404);
    expect(await mayLogin(user.username, PASSWORD)).toBe(true);
  });
});

describe('DELETE /api/users/{id}', () => {
  it('should end the access of the user at once, whatever refers to him', async () => {
    const project = await newProject(test.dataSource);
    await signInAs(test, project.id, 'owner');
    const member = await signInAs(test, project.id, 'owner');
    const { id } = (await member.get('/api/user')).json<WireUser>();
    await member.post('/api/user/tokens');
    await member.post(`/api/project/${project.id}/keys`, { name: 'k', type: 'none' });
    expect((await admin.delete(`/api/users/${id}`)).status).toBe(204);
    expect((await member.get('/api/user')).status).toBe(401);
    expect((await admin.delete(`/api/users/${id}`)).status).toBe(404);
    expect((await admin.get(`/api/project/${project.id}/events`)).json()).toMatchObject([
      { user_id: id, user_name: null },
    ]);
  });

  it('should answer 401 when somebody deletes somebody else', async () => {
    const [user, other] = [await newAccount(test), await newAccount(test)];
    expect((await (await signIn(test, user)).delete(`/api/users/${other.id}`)).status).toBe(401);
    expect((await (await signIn(test, user)).delete(`/api/users/${user.id}`)).status).toBe(204);
  });

  it('should keep the last administrator', async () => {
    await test.dataSource.query('update "user" set admin = false where id <> $1', [adminRow.id]);
    expect((await admin.delete(`/api/users/${adminRow.id}`)).status).toBe(400);
    expect((await admin.get('/api/user')).status).toBe(200);
  });
});
