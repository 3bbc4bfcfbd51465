import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newAccessKey } from '@switchyard/database/testing';
import { RESOURCES } from '../../definitions/all-resources.js';
import { startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';
import { SENT_BODIES, type SentBody } from '../../testing/sent-bodies.js';

/** Clients that keep resources as code send each optional member, leave it out, or send `null` for it. */
type Body = Record<string, unknown>;
type Ids = Record<string, number>;

interface Kind extends SentBody {
  path: (ids: Ids) => string;
  /** A body with the members that it cannot do without. */
  bare: (ids: Ids, n: number) => Body;
}

const inProject =
  (path: string) =>
  ({ projectId }: Ids): string =>
    `/api/project/${projectId}/${path}`;

/** Kinds that are no resources of a project by a definition. */
const OTHERS: Record<string, Kind> = {
  project: {
    path: () => '/api/projects',
    bare: () => ({ name: 'p' }),
    full: () => ({ alert: true, alert_chat: '7', max_parallel_tasks: 3, allow_log_links: true }),
    written: ['vault_token', 'vault_address', 'vault_namespace', 'type', 'demo'],
  },
  user: {
    path: () => '/api/users',
    bare: (_, n) => ({ name: 'U', username: `u${n}`, email: `u${n}@example.test` }),
    full: () => ({ alert: true, admin: true, external: true }),
    written: ['password', 'pro'],
  },
  runner: {
    path: () => '/api/runners',
    bare: () => ({ name: 'r' }),
    full: () => ({
      webhook: 'https://hook.test/a',
      max_parallel_tasks: 2,
      active: true,
      is_default: true,
      tags: ['a'],
    }),
    written: ['tag', 'public_key'],
    twins: { tags: ['tag'], max_parallel_tasks: ['limit'] },
    spellings: () => ({ tag: ['a'], tags: [['a', 'b'], []] }),
  },
  matcher: {
    path: ({ projectId, integrationId }) => `/api/project/${projectId}/integrations/${integrationId}/matchers`,
    bare: () => ({ name: 'm', match_type: 'header', key: 'X', method: 'equals', value: 'v' }),
    full: () => ({}),
    written: ['body_data_type'],
    beside: { body_data_type: { match_type: 'body', key: 'a' } },
    spellings: () => ({ body_data_type: ['json', 'xml', 'string'], method: ['equals', 'unequals', 'contains'] }),
  },
  value: {
    path: ({ projectId, integrationId }) => `/api/project/${projectId}/integrations/${integrationId}/values`,
    bare: () => ({ name: 'v', value_source: 'header', key: 'X', variable: 'message' }),
    full: () => ({ variable_type: 'task' }),
    written: ['body_data_type'],
    beside: { body_data_type: { value_source: 'body', key: 'a' } },
    spellings: () => ({ body_data_type: ['json', 'xml', 'string'], variable_type: ['environment', 'task'] }),
  },
};

const KINDS: [string, Kind][] = [
  ...RESOURCES.map(({ noun, path, example }): [string, Kind] => [
    noun,
    { ...SENT_BODIES[noun], path: inProject(path), bare: (ids) => example(ids) as Body },
  ]),
  ...Object.entries(OTHERS),
];

let test: ProjectFixture;
const ids: Ids = {};
let count = 0;

beforeAll(async () => {
  test = await startProjectFixture({ SWITCHYARD_WEB_HOST: 'https://switchyard.example' });
  const { dataSource, projectId } = test;
  ids['projectId'] = projectId;
  ids['loginId'] = (await newAccessKey(dataSource, { projectId, type: 'login_password' })).id;
  for (const { noun, path, example } of RESOURCES) {
    ids[`${noun}Id`] = (await test.admin.post(inProject(path)(ids), example(ids))).json<{ id: number }>().id;
  }
});
afterAll(() => test.close());

/** The object as it is read after it was created with these members, without what differs between any two. */
async function made({ path, bare }: Kind, members: Body): Promise<Body> {
  const body = { ...bare(ids, (count += 1)), ...members };
  const answer = await test.admin.post(path(ids), body);
  expect([members, answer.status, answer.text]).toEqual([members, expect.any(Number), expect.stringMatching(/"id":/)]);
  const one = path(ids) === '/api/projects' ? '/api/project' : path(ids);
  const object = (await test.admin.get(`${one}/${String(answer.json<Body>().id)}`)).json<Body>();
  const { id: _id, created: _created, username: _login, email: _email, ...rest } = object;
  return rest;
}

/** An object gets more members than were sent, such as an id. */
const within = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    return value.map(within);
  }
  return typeof value === 'object' && value !== null ? expect.objectContaining(value as Body) : value;
};

describe.each(KINDS)('a %s', (_, kind) => {
  const { full, beside = {}, twins = {}, written = [], spellings } = kind;
  const optional = (): [string, unknown][] =>
    Object.entries(full(ids)).filter(([name]) => !Object.hasOwn(kind.bare(ids, 0), name) && !written.includes(name));

  it('should read null for an optional member as its absence', async () => {
    const absent = await made(kind, {});
    for (const name of [...optional().map(([each]) => each), ...written]) {
      expect({ [name]: await made(kind, { [name]: null }) }).toEqual({ [name]: absent });
    }
  });

  it('should come back with each optional member that was sent alone, and no other', async () => {
    for (const [name, value] of optional()) {
      const without = await made(kind, { ...beside[name] });
      const found = await made(kind, { ...beside[name], [name]: value });
      const isSent = value !== null && value !== undefined;
      expect({ [name]: found[name] }).toEqual({ [name]: isSent ? within(value) : without[name] });
      const own = [name, ...(twins[name] ?? [])];
      const others = Object.entries(found).filter(([each]) => !own.includes(each));
      expect({ [name]: without }).toEqual({ [name]: expect.objectContaining(Object.fromEntries(others)) });
    }
  });

  it('should come back in the spelling in which it was sent', async () => {
    for (const [name, values] of Object.entries(spellings?.(ids) ?? {})) {
      for (const value of values) {
        const found = await made(kind, { ...beside[name], [name]: value });
        expect({ [name]: found[name] }).toEqual({ [name]: within(value) });
      }
    }
  });
});
