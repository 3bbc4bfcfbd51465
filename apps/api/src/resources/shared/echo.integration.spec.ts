import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newAccessKey } from '@switchyard/database/testing';
import { RESOURCES, type ResourceNoun } from '../../definitions/all-resources.js';
import { KNOWN_MEMBERS } from '../../testing/known-members.js';
import { startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';
import { membersOf, SENT_BODIES } from '../../testing/sent-bodies.js';

/** Members that were sent come back, and others are read as absent: clients that keep resources as code compare the two. */
type Body = Record<string, unknown>;

let test: ProjectFixture;
/** Of each kind of resource one that others can refer to. */
const ids: Record<string, number> = {};

beforeAll(async () => {
  test = await startProjectFixture({ SWITCHYARD_WEB_HOST: 'https://switchyard.example' });
  const { dataSource, projectId } = test;
  Object.assign(ids, {
    projectId,
    loginId: (await newAccessKey(dataSource, { projectId, type: 'login_password' })).id,
  });
  for (const { noun, path, example } of RESOURCES) {
    ids[`${noun}Id`] = (await created(path, example(ids) as Body)).id as number;
  }
});
afterAll(() => test.close());

const url = (path: string): string => `${test.base}/${path}`;

async function created(path: string, body: Body): Promise<Body> {
  const answer = await test.owner.post(url(path), body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.json<Body>();
}

const read = async (path: string, id: unknown): Promise<Body> =>
  (await test.owner.get(`${url(path)}/${String(id)}`)).json<Body>();

async function changed(path: string, id: unknown, body: Body): Promise<Body> {
  const answer = await test.owner.put(`${url(path)}/${String(id)}`, body);
  expect([answer.status, answer.text]).toEqual([204, '']);
  return read(path, id);
}

/** An object gets more members than were sent, such as an id. */
const within = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    return value.map(within);
  }
  return typeof value === 'object' && value !== null ? expect.objectContaining(value as Body) : value;
};

const isNothing = (value: unknown): boolean =>
  [null, undefined, '', false, 0].includes(value as null) || (Array.isArray(value) && value.length === 0);

/** Value that is read for a member of a body. */
function expectedOf(noun: ResourceNoun, sent: Body, member: string): unknown {
  const { defaults = {} } = SENT_BODIES[noun];
  const value = sent[member] ?? defaults[member];
  return isNothing(value) ? undefined : within(value);
}

function expectEcho(noun: ResourceNoun, sent: Body, found: Body, skipped: readonly string[] = []): void {
  const { written = [] } = SENT_BODIES[noun];
  for (const member of sentMembers(noun).filter((name) => ![...written, ...skipped].includes(name))) {
    const expected = expectedOf(noun, sent, member);
    const value = isNothing(found[member]) ? undefined : found[member];
    expect({ [member]: value }).toEqual({ [member]: expected });
  }
}

/** Members of the body of create and update, but for ids, which the path holds. */
function sentMembers(noun: ResourceNoun): string[] {
  const { input } = RESOURCES.find((each) => each.noun === noun) as (typeof RESOURCES)[number];
  return membersOf(input).filter((name) => name !== 'id' && name !== 'project_id');
}

describe.each(RESOURCES.map((resource) => [resource.noun, resource] as const))('a %s', (noun, resource) => {
  const { path, example } = resource;
  const full = (): Body => SENT_BODIES[noun].full(ids);

  it('should be described with every member that can be sent', () => {
    expect(Object.keys(full()).sort()).toEqual(sentMembers(noun).sort());
  });

  it('should come back as it was sent, and nothing for what was not', async () => {
    const bare = example(ids) as Body;
    const answer = await created(path, bare);
    expectEcho(noun, bare, answer);
    expectEcho(noun, bare, await read(path, answer.id));
    const whole = await created(path, full());
    expectEcho(noun, full(), whole);
    expectEcho(noun, full(), await read(path, whole.id));
  });

  it('should come back as it was changed, there and back', async () => {
    const bare = example(ids) as Body;
    const { id } = await created(path, bare);
    expectEcho(noun, full(), await changed(path, id, full()));
    expectEcho(noun, bare, await changed(path, id, { ...bare, override_secret: true }), SENT_BODIES[noun].kept);
  });

  it('should keep what clients of other products do not know when they change it', async () => {
    const { kept = [], written = [] } = SENT_BODIES[noun];
    const known = KNOWN_MEMBERS[noun];
    expect([...known, ...kept].sort()).toEqual(sentMembers(noun).sort());
    const { id } = await created(path, full());
    const sent = Object.entries(full()).filter(([name]) => known.includes(name) && !written.includes(name));
    expectEcho(noun, full(), await changed(path, id, Object.fromEntries(sent)));
  });
});
