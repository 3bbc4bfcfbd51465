import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Audit, ProjectMember, User } from '@switchyard/database';
import { newProject } from '@switchyard/database/testing';
import type { ProjectUser } from '@switchyard/contracts';
import { type OpenIdAccounts, startOpenIdProvider, type TestOpenIdProvider } from '@switchyard/testing';
import { type Answer, Client, newAccount, signIn } from '../../testing/client.js';
import { logInAtProvider } from '../../testing/log-in-at-provider.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

const accounts: Record<string, OpenIdAccounts[string]> = {};
let provider: TestOpenIdProvider;
let test: TestApp;

beforeAll(async () => {
  (['warn', 'info'] as const).forEach((level) => jest.spyOn(console, level).mockReturnValue(undefined));
  provider = await startOpenIdProvider();
  const grant = (group: string, more: object) => ({ provider: 'oidc:main', group, ...more });
  test = await startTestApp((address) => ({
    SWITCHYARD_WEB_HOST: address,
    SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1',
    SWITCHYARD_AUTH_OIDC_PROVIDERS: JSON.stringify([
      { id: 'main', name: 'Main', issuer: provider.issuer, ...provider.client },
    ]),
    SWITCHYARD_AUTH_GROUP_ROLES: JSON.stringify([
      grant('web', { project: 1, role: 'manager' }),
      grant('web-owners', { project: 1, role: 'owner' }),
      grant('all', { project: '*', role: 'guest' }),
      grant('admins', { admin: true }),
    ]),
  }));
  await provider.serve(`${test.address}/api/auth/oidc/main/redirect`, accounts);
  await newProject(test.dataSource);
  await newProject(test.dataSource);
});
afterAll(async () => {
  await test.close();
  await provider.remove();
});

const cookieOf = (answer: Answer, name: string): string =>
  answer.headers['set-cookie']?.find((line) => line.startsWith(`${name}=`))?.split(';', 1)[0] ?? '';

/** Signs in with these groups. */
async function signInWith(login: string, groups: unknown, more: object = {}): Promise<Answer> {
  accounts[login] = { email: `${login}@example.test`, email_verified: true, groups, ...more };
  const start = await new Client(test.address).get('/api/auth/oidc/main/login');
  const back = await logInAtProvider(start.headers.location ?? '', login);
  return new Client(test.address, { cookie: cookieOf(start, 'oauthstate') }).get(back.pathname + back.search);
}

const userOf = (login: string): Promise<User> =>
  test.dataSource.manager.findOneByOrFail(User, { email: `${login}@example.test` });

async function rolesOf(login: string): Promise<unknown[]> {
  const { id: userId } = await userOf(login);
  const rows = await test.dataSource.manager.find(ProjectMember, { where: { userId }, order: { projectId: 'ASC' } });
  return rows.map(({ projectId, role, byGroup }) => [projectId, role, byGroup]);
}

describe('roles that groups give', () => {
  it('should be added, changed and removed at each sign-in', async () => {
    await signInWith('ann', ['web', 'all', 'unknown']);
    expect(await rolesOf('ann')).toEqual([
      [1, 'manager', 'web'],
      [2, 'guest', 'all'],
    ]);
    await signInWith('ann', ['web-owners', 'web']);
    expect(await rolesOf('ann')).toEqual([[1, 'owner', 'web-owners']]);
    const other = await newAccount(test);
    await test.dataSource.manager.insert(ProjectMember, { projectId: 1, userId: other.id, role: 'owner' });
    await signInWith('ann', 'all');
    expect(await rolesOf('ann')).toEqual([
      [1, 'guest', 'all'],
      [2, 'guest', 'all'],
    ]);
    await signInWith('ann', undefined);
    expect(await rolesOf('ann')).toEqual([]);
  });

  it('should open the project to the session of the sign-in, and close it for another one at once', async () => {
    const answer = await signInWith('bea', ['web']);
    const session = new Client(test.address, { cookie: cookieOf(answer, 'semaphore') });
    expect((await session.get('/api/project/1')).status).toBe(200);
    await signInWith('bea', []);
    expect((await session.get('/api/project/1')).status).toBe(404);
  });

  it('should leave what was given by hand', async () => {
    await signInWith('cid', []);
    const { id: userId } = await userOf('cid');
    await test.dataSource.manager.insert(ProjectMember, { projectId: 1, userId, role: 'task_runner' });
    await signInWith('cid', ['web']);
    expect(await rolesOf('cid')).toEqual([[1, 'task_runner', null]]);
    await signInWith('cid', []);
    expect(await rolesOf('cid')).toEqual([[1, 'task_runner', null]]);
  });

  it('should be recorded: who signed in, what came, and from which group', async () => {
    await signInWith('dan', ['web']);
    const { id } = await userOf('dan');
    const [record] = await test.dataSource.manager.findBy(Audit, {
      objectType: 'user',
      objectId: String(id),
      projectId: 1,
    });
    expect(record).toMatchObject({
      action: 'sign-in.provider',
      userId: id,
      before: null,
      after: { role: 'manager', by_group: 'web' },
    });
    const made = await test.dataSource.query<unknown[]>(
      `select 1 from access_grant where kind = 'member' and object_id = '${id}'`,
    );
    expect(made).toEqual([]);
  });

  it('should keep the last owner of a project', async () => {
    const { id: projectId } = await newProject(test.dataSource);
    await signInWith('eli', ['all']);
    const { id: userId } = await userOf('eli');
    await test.dataSource.manager.update(ProjectMember, { projectId, userId }, { role: 'owner' });
    await signInWith('eli', []);
    expect(await rolesOf('eli')).toEqual([[projectId, 'owner', 'all']]);
    expect(test.logged()).toContain('The project refused what a group gives');
  });

  it('should be shown in the team, refused to a change by hand, and removable', async () => {
    const owner = await signIn(test, await newAccount(test, { admin: true }));
    await signInWith('fay', ['web']);
    const { id } = await userOf('fay');
    const path = `/api/project/1/users/${id}`;
    expect((await owner.get(path)).json<ProjectUser>()).toMatchObject({ role: 'manager', by_group: 'web' });
    const refused = await owner.put(path, { role: 'owner' });
    expect(refused.status).toBe(409);
    expect(refused.json<{ error: string }>().error).toContain('The group "web" gives this role');
    expect((await owner.delete(path)).status).toBe(204);
    expect(await rolesOf('fay')).toEqual([]);
  });

  it('should not get into the backup of a project, whose members are those by hand', async () => {
    const owner = await signIn(test, await newAccount(test, { admin: true }));
    await signInWith('gus', ['web']);
    const backup = (await owner.get('/api/project/1/backup')).text;
    expect(backup).not.toContain('gus');
  });
});

describe('the rank of an administrator that a group gives', () => {
  it('should come and go with the group', async () => {
    await newAccount(test, { admin: true });
    await signInWith('hal', ['admins']);
    expect(await userOf('hal')).toMatchObject({ admin: true, adminByGroup: 'admins' });
    await signInWith('hal', []);
    expect(await userOf('hal')).toMatchObject({ admin: false, adminByGroup: null });
  });

  it('should stay where it was given by hand, also after it was taken and given again by hand', async () => {
    await signInWith('ida', ['admins']);
    const { id, username, name, email } = await userOf('ida');
    const root = await signIn(test, await newAccount(test, { admin: true }));
    const put = (admin: boolean) =>
      root.put(`/api/users/${id}`, { id, username, name, email, admin, alert: false, pro: false });
    expect((await put(false)).status).toBe(204);
    expect(await userOf('ida')).toMatchObject({ admin: false, adminByGroup: null });
    expect((await put(true)).status).toBe(204);
    await signInWith('ida', []);
    expect(await userOf('ida')).toMatchObject({ admin: true, adminByGroup: null });
  });

  it('should stay with the last administrator', async () => {
    await test.dataSource.manager.update(User, { admin: true }, { admin: false });
    await signInWith('jon', ['admins']);
    await signInWith('jon', []);
    expect(await userOf('jon')).toMatchObject({ admin: true });
    expect(test.logged()).toContain('The last administrator stays one');
  });
});

describe('a person with more groups than a sign-in takes', () => {
  const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `group-${n}`);

  it('should be let in with a thousand', async () => {
    expect((await signInWith('kim', ['web', ...names(999)])).headers.location).toBe(`${test.address}/`);
    expect(await rolesOf('kim')).toEqual([[1, 'manager', 'web']]);
  });

  it.each([
    ['names one more', { groups: ['web', ...names(1000)] }],
    [
      'names none, for their number',
      { groups: undefined, _claim_names: { groups: 'a' }, _claim_sources: { a: { endpoint: 'https://a.test' } } },
    ],
  ])('should be refused, and lose nothing, when the provider %s', async (_, claims) => {
    const refused = await signInWith('kim', claims.groups, claims);
    expect(refused.headers.location).toBe('/auth/login');
    expect(cookieOf(refused, 'signinfailure')).toBe('signinfailure=too_many_groups');
    expect(await rolesOf('kim')).toEqual([[1, 'manager', 'web']]);
    expect(test.logged()).toContain('more groups than a sign-in takes');
  });
});
