import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProjectUser } from '@switchyard/contracts';
import { signInAs } from '../testing/client.js';
import { activities, startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';

let test: ProjectFixture;

beforeAll(async () => {
  test = await startProjectFixture();
});
afterAll(() => test.close());

describe('GET /users', () => {
  it('should tell who is in the project, without email', async () => {
    const members = (await test.manager.get(`${test.base}/users?sort=role`)).json<ProjectUser[]>();
    expect(members.map(({ role }) => role)).toEqual(['manager', 'owner']);
    expect(Object.keys(members[0] ?? {}).sort()).toEqual(['id', 'name', 'role', 'username']);
    const one = await test.manager.get(`${test.base}/users/${members[1]?.id}`);
    expect(one.json()).toEqual(members[1]);
  });
});

describe('DELETE /me', () => {
  it('should end the membership at once', async () => {
    const member = await signInAs(test, test.projectId, 'task_runner');
    expect((await member.get(test.base)).status).toBe(200);
    expect((await member.delete(`${test.base}/me`)).status).toBe(204);
    expect((await member.get(test.base)).status).toBe(404);
    expect(await activities(test, 1)).toEqual([expect.stringMatching(/^user: User \d+ left the project$/)]);
  });

  it('should answer 400 without a body to the owner, who stays', async () => {
    const answer = await test.owner.delete(`${test.base}/me`);
    expect([answer.status, answer.text]).toEqual([400, '']);
    expect((await test.owner.get(test.base)).status).toBe(200);
  });

  it('should answer 404 to an administrator who is no member', async () => {
    expect((await test.admin.delete(`${test.base}/me`)).status).toBe(404);
  });
});
