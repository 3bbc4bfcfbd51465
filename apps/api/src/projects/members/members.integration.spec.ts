import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProjectUser, Role, TaskUpdate } from '@switchyard/contracts';
import { ProjectMember, type User } from '@switchyard/database';
import { meetAtLock, newProject, newTemplate } from '@switchyard/database/testing';
import { eventually } from '@switchyard/testing';
import { WebSocket } from 'ws';
import { newAccount, signIn, signInAs } from '../../testing/client.js';
import { activities, startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

let test: ProjectFixture;

beforeAll(async () => {
  test = await startProjectFixture();
});
afterAll(() => test.close());

async function member(role: Role): Promise<User> {
  const user = await newAccount(test);
  await test.dataSource.manager.insert(ProjectMember, { projectId: test.projectId, userId: user.id, role });
  return user;
}

const roleOf = async (userId: number, projectId = test.projectId): Promise<Role | undefined> =>
  (await test.dataSource.manager.findOneBy(ProjectMember, { projectId, userId }))?.role;

describe('GET /users', () => {
  it('should list who is in the project, without email', async () => {
    const members = (await test.manager.get(`${test.base}/users?sort=role`)).json<ProjectUser[]>();
    expect(members.map(({ role }) => role)).toEqual(['manager', 'owner']);
    expect(Object.keys(members[0] ?? {}).sort()).toEqual(['by_group', 'id', 'name', 'role', 'user_id', 'username']);
    expect(members.map(({ user_id }) => user_id)).toEqual(members.map(({ id }) => id));
    const one = await test.manager.get(`${test.base}/users/${members[1]?.id}`);
    expect(one.json()).toEqual(members[1]);
  });
});

describe('POST /users', () => {
  const add = async (user_id: unknown, role: unknown, client = test.owner): Promise<number> =>
    (await client.post(`${test.base}/users`, { user_id, role, admin: true })).status;

  it('should let somebody in at once', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    expect((await session.get(test.base)).status).toBe(404);
    const answer = await test.owner.post(`${test.base}/users`, { user_id: user.id, role: 'task_runner' });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await session.get(`${test.base}/role`)).json()).toEqual({ role: 'task_runner', permissions: 1 });
    expect(await activities(test, 1)).toEqual([`user: User ${user.id} became task_runner`]);
  });

  it('should answer 409 for a member, and for a user who does not exist', async () => {
    const user = await newAccount(test);
    expect(await add(user.id, 'guest')).toBe(204);
    expect(await add(user.id, 'owner')).toBe(409);
    expect(await add(999_999, 'guest')).toBe(409);
    expect(await roleOf(user.id)).toBe('guest');
  });

  it.each([
    'Owner',
    'owner ',
    ' owner',
    'OWNER',
    'оwner',
    'owner\u200b',
    'admin',
    '',
    null,
    15,
    ['owner'],
    { slug: 'owner' },
  ])('should answer 400 to the role %j', async (role) => {
    const user = await newAccount(test);
    expect(await add(user.id, role)).toBe(400);
    expect(await roleOf(user.id)).toBeUndefined();
  });

  it.each([0, -1, '1', 1.5, null, undefined, 2 ** 31])('should answer 400 to the user %j', async (id) => {
    expect(await add(id, 'guest')).toBe(400);
  });

  it('should be refused to a manager, and to an outsider who adds himself', async () => {
    const user = await newAccount(test);
    expect(await add(user.id, 'guest', test.manager)).toBe(403);
    expect(await add(user.id, 'owner', await signIn(test, user))).toBe(404);
    expect(await roleOf(user.id)).toBeUndefined();
  });
});

describe('PUT /users/{id}', () => {
  it('should change the role at once, and nothing else', async () => {
    const user = await member('guest');
    const session = await signIn(test, user);
    expect((await session.post(`${test.base}/keys`, { name: 'k', type: 'none' })).status).toBe(403);
    const body = { id: 1, user_id: 1, username: 'other', name: 'other', role: 'manager' };
    expect((await test.owner.put(`${test.base}/users/${user.id}`, body)).status).toBe(204);
    expect((await session.post(`${test.base}/keys`, { name: 'k', type: 'none' })).status).toBe(201);
    expect((await test.owner.put(`${test.base}/users/${user.id}`, { role: 'guest' })).status).toBe(204);
    expect((await session.post(`${test.base}/keys`, { name: 'k', type: 'none' })).status).toBe(403);
    expect(await activities(test, 1)).toEqual([`user: User ${user.id} became guest`]);
  });

  it('should be refused to a manager who makes himself owner', async () => {
    const user = await member('manager');
    const answer = await (await signIn(test, user)).put(`${test.base}/users/${user.id}`, { role: 'owner' });
    expect([answer.status, await roleOf(user.id)]).toEqual([403, 'manager']);
  });

  it('should answer 400 to an unknown role, 404 to somebody who is no member', async () => {
    const user = await member('guest');
    expect((await test.owner.put(`${test.base}/users/${user.id}`, { role: 'Owner' })).status).toBe(400);
    const stranger = await newAccount(test);
    expect((await test.owner.put(`${test.base}/users/${stranger.id}`, { role: 'guest' })).status).toBe(404);
    expect(await roleOf(user.id)).toBe('guest');
  });
});

describe('DELETE /users/{id}', () => {
  it('should end the membership at once', async () => {
    const user = await member('manager');
    const session = await signIn(test, user);
    expect((await session.get(test.base)).status).toBe(200);
    expect((await test.owner.delete(`${test.base}/users/${user.id}`)).status).toBe(204);
    expect((await session.get(test.base)).status).toBe(404);
    expect((await test.owner.delete(`${test.base}/users/${user.id}`)).status).toBe(404);
    expect(await activities(test, 1)).toEqual([`user: User ${user.id} was removed`]);
  });

  it('should end what a live connection receives of the project, though not the connection', async () => {
    const user = await member('guest');
    const received: number[] = [];
    const token = (await (await signIn(test, user)).post('/api/user/tokens')).json<{ id: string }>().id;
    const headers = { authorization: `Bearer ${token}` };
    const socket = new WebSocket(`${test.address.replace('http', 'ws')}/api/ws`, { headers });
    socket.on('message', (data: Buffer) => received.push((JSON.parse(data.toString()) as TaskUpdate).task_id));
    await once(socket, 'open');
    const template = await newTemplate(test.dataSource, { projectId: test.projectId });
    const launch = async (): Promise<number> =>
      (await test.owner.post(`${test.base}/tasks`, { template_id: template.id })).json<{ id: number }>().id;
    const first = await launch();
    await eventually(() => expect(received).toContain(first));
    await test.owner.delete(`${test.base}/users/${user.id}`);
    const second = await launch();
    await test.owner.post(`${test.base}/users`, { user_id: user.id, role: 'guest' });
    const third = await launch();
    await eventually(() => expect(received).toContain(third));
    expect(received).not.toContain(second);
    socket.terminate();
  });
});

describe('owners', () => {
  it('should not change or remove themselves', async () => {
    const user = await member('owner');
    const session = await signIn(test, user);
    expect((await session.put(`${test.base}/users/${user.id}`, { role: 'guest' })).status).toBe(400);
    expect((await session.delete(`${test.base}/users/${user.id}`)).status).toBe(400);
    expect(await roleOf(user.id)).toBe('owner');
  });

  it('should be changed and removed by administrators, but for the last one', async () => {
    const { projectId, userId } = await foreignOwner();
    const path = `/api/project/${projectId}/users/${userId}`;
    const stays = { status: 400, text: expect.stringContaining('"code":"last_owner"') as unknown };
    expect(await test.admin.put(path, { role: 'guest' })).toMatchObject(stays);
    expect(await test.admin.delete(path)).toMatchObject(stays);
    const second = await newAccount(test);
    await test.admin.post(`/api/project/${projectId}/users`, { user_id: second.id, role: 'owner' });
    expect((await test.admin.put(path, { role: 'guest' })).status).toBe(204);
    expect((await test.admin.put(path, { role: 'owner' })).status).toBe(204);
    expect((await test.admin.delete(path)).status).toBe(204);
    expect(await roleOf(second.id, projectId)).toBe('owner');
  });

  it('should not leave as administrators, nor be deleted, when they are the last', async () => {
    const { id: projectId, name } = await newProject(test.dataSource);
    const user = await newAccount(test, { admin: true });
    await test.dataSource.manager.insert(ProjectMember, { projectId, userId: user.id, role: 'owner' });
    const session = await signIn(test, user);
    expect((await session.delete(`/api/project/${projectId}/me`)).json()).toMatchObject({ code: 'last_owner' });
    const refused = { code: 'last_owner_of', params: { projects: [name] } };
    expect((await test.admin.delete(`/api/users/${user.id}`)).json()).toMatchObject(refused);
    const second = await newAccount(test);
    await session.post(`/api/project/${projectId}/users`, { user_id: second.id, role: 'owner' });
    expect((await session.delete(`/api/project/${projectId}/me`)).status).toBe(204);
    expect((await test.admin.delete(`/api/users/${user.id}`)).status).toBe(204);
  });

  it('should be changed by other owners', async () => {
    const { projectId, userId } = await foreignOwner();
    const base = `/api/project/${projectId}`;
    const second = await newAccount(test);
    await test.admin.post(`${base}/users`, { user_id: second.id, role: 'owner' });
    expect((await (await signIn(test, second)).put(`${base}/users/${userId}`, { role: 'guest' })).status).toBe(204);
  });

  it('should not both lose their role when they demote each other at once', async () => {
    const { projectId, userId, session } = await foreignOwner();
    const second = await newAccount(test);
    await test.dataSource.manager.insert(ProjectMember, { projectId, userId: second.id, role: 'owner' });
    const other = await signIn(test, second);
    const rows = 'select 1 from project_member where project_id = $1 for update';
    const answers = await meetAtLock(
      test.dataSource,
      [rows, [projectId]],
      [
        () => session.put(`/api/project/${projectId}/users/${second.id}`, { role: 'guest' }),
        () => other.delete(`/api/project/${projectId}/users/${userId}`),
      ],
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(await test.dataSource.manager.countBy(ProjectMember, { projectId, role: 'owner' })).toBe(1);
  });

  async function foreignOwner() {
    const { id: projectId } = await newProject(test.dataSource);
    const user = await newAccount(test);
    await test.dataSource.manager.insert(ProjectMember, { projectId, userId: user.id, role: 'owner' });
    return { projectId, userId: user.id, session: await signIn(test, user) };
  }
});

describe('DELETE /me', () => {
  it('should end the membership at once', async () => {
    const member = await signInAs(test, test.projectId, 'task_runner');
    expect((await member.get(test.base)).status).toBe(200);
    expect((await member.delete(`${test.base}/me`)).status).toBe(204);
    expect((await member.get(test.base)).status).toBe(404);
    expect(await activities(test, 1)).toEqual([expect.stringMatching(/^user: User \d+ left the project$/)]);
  });

  it('should answer 400 to the owner, who stays', async () => {
    const answer = await test.owner.delete(`${test.base}/me`);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('"code":"owner_needs_other"')]);
    expect((await test.owner.get(test.base)).status).toBe(200);
  });

  it('should answer 404 to an administrator who is no member', async () => {
    expect((await test.admin.delete(`${test.base}/me`)).status).toBe(404);
  });
});
