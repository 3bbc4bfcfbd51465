import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allows, ROLE_PERMISSIONS, ROLES, type Role } from '@switchyard/contracts';
import { ProjectMember } from '@switchyard/database';
import { Client, newAccount, signIn } from './testing/client.js';
import { filledProject, validBodies, type ObjectIds } from './testing/filled-project.js';
import { everyRoute, type Route } from './testing/routes.js';
import { startTestApp, type TestApp } from './testing/test-app.js';

const routes = everyRoute().filter(({ path }) => path.includes(':projectId'));
/** Tasks are deleted by administrators alone; other people who hold the permission get 401 (rest contract 7). */
const FOR_ADMINISTRATORS = ['TasksController.remove'];
/** Calls that would end the project or the membership the test works with. */
const ENDING = ['ProjectsController.remove', 'MembersController.leave'];

let test: TestApp;
let own: ObjectIds;
let foreign: ObjectIds;
let members: Map<Role, Client>;
let outsider: Client;
let admin: Client;
let anonymous: Client;

beforeAll(async () => {
  test = await startTestApp();
  own = await filledProject(test.dataSource);
  foreign = await filledProject(test.dataSource);
  members = new Map();
  for (const role of ROLES) {
    const user = await newAccount(test);
    await test.dataSource.manager.insert(ProjectMember, { projectId: own.projectId, userId: user.id, role });
    members.set(role, await signIn(test, user));
  }
  outsider = await signIn(test, await newAccount(test));
  admin = await signIn(test, await newAccount(test, { admin: true }));
  anonymous = new Client(test.address);
});
afterAll(() => test.close());

/** @param ids for the parameters of the path; a missing one becomes an id that no row has */
function call(client: Client, { method, path }: Route, ids: Partial<ObjectIds>) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => String((ids as Record<string, number>)[name] ?? 999_999));
  const [resource = ''] = path.split('/').slice(3);
  const body = method === 'GET' || method === 'DELETE' ? undefined : validBodies(own)[resource];
  const query = path.endsWith('/search') ? '?q=x' : '';
  return client.send(method as 'GET', `/${filled.replace(/^\//, '')}${query}`, body);
}

const mayCall = (role: Role, { rule }: Route): boolean =>
  rule?.kind === 'member' || (rule?.kind === 'permission' && allows(ROLE_PERMISSIONS[role], rule.permission));

describe.each(routes.map((route) => [route.method, route.path, route] as const))('%s %s', (_method, _path, route) => {
  const project = () => ({ projectId: own.projectId });

  it('should answer 401 to strangers and 404 to outsiders, with an empty body', async () => {
    const [stranger, other] = [await call(anonymous, route, project()), await call(outsider, route, project())];
    expect([stranger.status, stranger.text]).toEqual([401, '']);
    expect([other.status, other.text]).toEqual([404, '']);
  });

  it.each(ROLES)('should let %s pass exactly when the role holds the permission', async (role) => {
    const client = members.get(role);
    if (!client || (mayCall(role, route) && ENDING.includes(route.name))) {
      return;
    }
    const { status, text } = await call(client, route, project());
    expect(status < 500).toBe(true);
    expect([status === 403, status === 403 && text !== '']).toEqual([!mayCall(role, route), false]);
    expect(status === 401).toBe(FOR_ADMINISTRATORS.includes(route.name) && mayCall(role, route));
  });

  it('should answer 404 to an administrator when there is no such project', async () => {
    const answer = await call(admin, route, {});
    expect([answer.status, answer.text]).toEqual([404, '']);
  });
});

const nested = routes.flatMap((route) =>
  [...route.path.matchAll(/:(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'projectId')
    .map((name) => [route.method, route.path, name, route] as const),
);

describe.each(nested)('%s %s', (_method, _path, name, route) => {
  it(`should answer 404 when ${name} is of another project, and change nothing`, async () => {
    const before = await snapshot();
    const answer = await call(admin, route, { ...own, [name]: foreign[name as keyof ObjectIds] });
    expect([404, '[]']).toContain(answer.text === '[]' ? answer.text : answer.status);
    expect(await snapshot()).toEqual(before);
  });
});

/** Everything that belongs to the foreign project, as stored. */
async function snapshot(): Promise<unknown[]> {
  const tables = ['access_key', 'git_repository', 'inventory', 'environment', 'template', 'task', 'project_member'];
  const read = (table: string): Promise<unknown> =>
    test.dataSource.query(`select * from ${table} where project_id = $1 order by 1, 2`, [foreign.projectId]);
  return Promise.all(tables.map(read));
}
