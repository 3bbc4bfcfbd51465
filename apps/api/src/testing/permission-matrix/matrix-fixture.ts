import { PROTOCOL_VERSION, RUNNER_HEADERS } from '@switchyard/contracts';
import { ProjectMember } from '@switchyard/database';
import { newAccount, PASSWORD } from '../client.js';
import { filledProject, validBodies, type ObjectIds } from '../filled-project.js';
import type { Route } from '../routes.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { StoredState } from './stored-state.js';
import { ACTORS, fillPath, isRole, type Actor } from './verdicts.js';

/** Answer to a call in this process. */
interface Reply {
  status: number;
  text: string;
  cookie: string;
}

/** The app, two projects with one object of each kind, and everybody who may knock at the first one. */
export interface MatrixFixture {
  test: TestApp;
  own: ObjectIds;
  foreign: ObjectIds;
  state: StoredState;
  cookies: ReadonlyMap<Actor, string>;
}

export async function startMatrixFixture(): Promise<MatrixFixture> {
  const test = await startTestApp({ SWITCHYARD_EDITION: 'hosted' });
  const [own, foreign] = [await filledProject(test.dataSource), await filledProject(test.dataSource)];
  const cookies = new Map<Actor, string>();
  for (const actor of ACTORS) {
    cookies.set(actor, await knock(test, actor, own.projectId));
  }
  return { test, own, foreign, state: await StoredState.of(test.dataSource), cookies };
}

/** A new account for the actor, signed in: the session cookie, empty for the anonymous one. */
export async function knock(test: TestApp, actor: Actor, projectId: number): Promise<string> {
  if (actor === 'anonymous') {
    return '';
  }
  const { id: userId, username } = await newAccount(test, { admin: actor === 'admin' });
  if (isRole(actor)) {
    await test.dataSource.manager.insert(ProjectMember, { projectId, userId, role: actor });
  }
  const payload = JSON.stringify({ auth: username, password: PASSWORD });
  return (await inject(test, { method: 'POST', url: '/api/auth/login', payload })).cookie;
}

/** Bodies of routes outside of projects, by the first part of the path after `/api`. */
const GLOBAL_BODIES: Readonly<Record<string, object>> = {
  projects: { name: 'p', meta: { name: 'restored' } },
  users: {
    name: 'n',
    username: 'matrix',
    email: 'matrix@example.test',
    password: 'long enough',
    passcode: '123456',
    users: [],
  },
  billing: { plan: 'free', currencyAmount: 10, currency: 'usd', gateway: 'sandbox' },
  apps: { title: 'A', path: 'bash', active: true },
  runners: { name: 'r', tags: ['a'], active: true, draining: true },
  runner_registration_tokens: { name: 't', tags: ['a'] },
};

/** A body that the route accepts, in the project of the ids; `undefined` where the route has none. */
export function bodyOf({ method, path }: Route, ids: ObjectIds): object | undefined {
  const parts = path.split('/').filter((part) => part !== '' && part !== 'api');
  const inProject = parts[0] === 'project';
  const bodies = inProject ? validBodies(ids) : GLOBAL_BODIES;
  return method === 'GET' || method === 'DELETE' ? undefined : bodies[(inProject ? parts[2] : parts[0]) ?? ''];
}

/** @param ids for the parameters of the path; a missing one becomes an id that no row has */
export async function call(
  { test }: MatrixFixture,
  route: Route,
  { cookie, ids, body }: { cookie: string; ids: Partial<ObjectIds>; body: object | undefined },
): Promise<Reply> {
  const payload = body && JSON.stringify(body);
  return inject(test, { method: route.method, url: fillPath(route, ids), payload, cookie });
}

async function inject(
  test: TestApp,
  { method, url, payload, cookie = '' }: { method: string; url: string; payload?: string | undefined; cookie?: string },
): Promise<Reply> {
  const headers = { [RUNNER_HEADERS.protocol]: String(PROTOCOL_VERSION), ...(cookie && { cookie }) };
  const {
    statusCode,
    headers: answered,
    body,
  } = await test.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  const setCookie = [answered['set-cookie'] ?? ''].flat();
  return { status: statusCode, text: body, cookie: setCookie[0]?.split(';', 1)[0] ?? '' };
}
