import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  IntegrationAlias,
  IntegrationAnswer,
  IntegrationDelivery,
  Key,
  WebhookTrialAnswer,
} from '@switchyard/contracts';
import { Integration, IntegrationMatcher, IntegrationValue } from '@switchyard/database';
import { newProject, newTemplate } from '@switchyard/database/testing';
import { type Answer, Client, signInAs } from '../../testing/client.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import { longestTurn } from '../../testing/work-walk/longest-turn.js';

const MIB = 1024 * 1024;
/**
 * Longest turn of the event loop in milliseconds of processor time on a slow machine, the sender's own work in it included. Without the
 * bounds it takes seconds.
 */
const MOST_HELD_MS = 500;
const PARTS = 50;
const GIANT = JSON.stringify({ ref: 'main', a: { b: 'x'.repeat(4 * MIB - 100) } });
const JSON_TYPE = { 'content-type': 'application/json' };
const WRONG = { ...JSON_TYPE, 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };

let test: ProjectFixture;
let anybody: Client;
beforeAll(async () => {
  test = await startProjectFixture({ SWITCHYARD_WEB_HOST: 'https://yard.example' });
  anybody = new Client(test.address);
});
afterAll(() => test.close());

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

interface Place {
  base: string;
  manager: Client;
  projectId: number;
  templateId: number;
}

async function openPlace(): Promise<Place> {
  const { id: projectId } = await newProject(test.dataSource);
  const manager = await signInAs(test, projectId, 'manager');
  const { id: templateId } = await newTemplate(test.dataSource, { projectId });
  return { base: `/api/project/${projectId}`, manager, projectId, templateId };
}

async function addIntegrations(
  { projectId, templateId }: Place,
  rows: Partial<Pick<Integration, 'authMethod' | 'authSecretId' | 'searchable'>>[],
): Promise<number[]> {
  const all = rows.map((row) => ({ projectId, templateId, name: randomUUID(), searchable: true, ...row }));
  const { identifiers } = await test.dataSource.manager.insert(Integration, all);
  return identifiers.map(({ id }) => id as number);
}

const place = { bodyDataType: 'json', key: 'a' } as const;
const matchersOf = (integrationId: number, value: (n: number) => string): Partial<IntegrationMatcher>[] =>
  times(PARTS, (n) => ({
    ...place,
    integrationId,
    name: `m${n}`,
    matchType: 'body',
    method: 'contains',
    value: value(n),
  }));
const valuesOf = (integrationId: number): Partial<IntegrationValue>[] =>
  times(PARTS, (n) => ({ ...place, integrationId, name: `v${n}`, valueSource: 'body', variable: `V${n}` }));

async function addParts(ids: number[], value: (n: number) => string): Promise<void> {
  for (const id of ids) {
    await test.dataSource.manager.insert(IntegrationMatcher, matchersOf(id, value));
    await test.dataSource.manager.insert(IntegrationValue, valuesOf(id));
  }
}

const addressOf = async ({ manager, base }: Place, integrationId?: number): Promise<string> => {
  const of = integrationId === undefined ? '' : `/${integrationId}`;
  return new URL((await manager.post(`${base}/integrations${of}/aliases`)).json<IntegrationAlias>().url).pathname;
};
const lastOf = async ({ manager, base }: Place, id: number | undefined) =>
  (await manager.get(`${base}/integrations/${id}/deliveries`)).json<IntegrationDelivery[]>()[0];

const sendAll = (address: string, count: number, body = GIANT, headers: Record<string, string> = JSON_TYPE) =>
  longestTurn(() => Promise.all(times(count, () => anybody.with(headers).post(address, body))));
const statusesOf = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))].toSorted();

describe('a webhook of 4 MiB', () => {
  it('should be refused as ever where all matchers and values of an integration read it, and hold up nobody', async () => {
    const at = await openPlace();
    const [id = 0] = await addIntegrations(at, [{}]);
    await addParts([id], () => 'x');
    const address = await addressOf(at, id);
    const { answer: answers, milliseconds } = await sendAll(address, 1);
    expect(answers.map(({ status, text }) => [status, text])).toEqual([[202, '{"task_ids":[]}']]);
    expect(milliseconds).toBeLessThan(MOST_HELD_MS);
    const logged = await lastOf(at, id);
    expect(logged).toMatchObject({ result: 'refused', issues: [{ path: ['environment'], code: 'too_long' }] });
    const shown = `{"b":"${'x'.repeat(194)}…`;
    expect(new Set(logged?.verdicts.map(({ compared, holds }) => `${holds} ${compared}`))).toEqual(
      new Set([`true ${shown}`]),
    );
    expect(new Set(logged?.extracted.map(({ value }) => value))).toEqual(new Set([shown]));
  });

  it('should be refused when many integrations would search it for much, and small ones be delivered meanwhile', async () => {
    const at = await openPlace();
    const ids = await addIntegrations(
      at,
      times(30, () => ({})),
    );
    await addParts(ids, (n) => `${n} ${randomUUID()}`);
    const [own = 0] = await addIntegrations(at, [{ searchable: false }]);
    const [heavy, light] = [await addressOf(at), await addressOf(at, own)];
    const flood = sendAll(heavy, 3);
    const small = await Promise.all(times(10, () => anybody.with(JSON_TYPE).post(light, '{"ref":"main"}')));
    expect(statusesOf(small)).toEqual([202]);
    expect(small.flatMap((each) => each.json<IntegrationAnswer>().task_ids)).toHaveLength(10);
    const { answer: answers, milliseconds } = await flood;
    expect([statusesOf(answers), answers[0]?.json<{ code: string }>().code]).toEqual([[413], 'webhook_heavy']);
    expect(milliseconds).toBeLessThan(MOST_HELD_MS);
    expect(await lastOf(at, ids[0])).toMatchObject({ result: 'unreadable', problem: { code: 'webhook_heavy' } });
  });

  it('should be answered 429 when too many of one network wait', async () => {
    const at = await openPlace();
    await addIntegrations(at, [{}]);
    const address = await addressOf(at);
    const { answer: answers } = await sendAll(address, 40, `"${'x'.repeat(100_000)}"`);
    expect(statusesOf(answers)).toEqual([202, 429]);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
  });
});

describe('a wrong signature', () => {
  it('should hold up nobody at an address of 200 secrets', async () => {
    const at = await openPlace();
    const keys = await Promise.all(
      times(200, async (n) => {
        const login_password = { login: '', password: `secret ${n}` };
        const body = { name: `k${n}`, type: 'login_password', login_password };
        return (await at.manager.post(`${at.base}/keys`, body)).json<Key>().id;
      }),
    );
    const ids = await addIntegrations(
      at,
      keys.map((authSecretId) => ({ authMethod: 'github', authSecretId })),
    );
    const address = await addressOf(at);
    const large = await sendAll(address, 4, GIANT, WRONG);
    expect([statusesOf(large.answer), large.milliseconds < MOST_HELD_MS]).toEqual([[413], true]);
    expect(await lastOf(at, ids[0])).toMatchObject({ result: 'unauthorized', problem: { code: 'webhook_heavy' } });
    const small = await sendAll(address, 4, '{}', WRONG);
    expect(statusesOf(small.answer)).toEqual([401]);
    const formless = await sendAll(address, 4, GIANT, { ...WRONG, 'x-hub-signature-256': 'guess' });
    expect([statusesOf(formless.answer), formless.milliseconds < MOST_HELD_MS]).toEqual([[401], true]);
  });
});

describe('a webhook that people try', () => {
  it('should be judged within the same bounds', async () => {
    const at = await openPlace();
    const [id = 0] = await addIntegrations(at, [{}]);
    await addParts([id], (n) => `y${n}`);
    const body = JSON.stringify({ a: { b: 'x'.repeat(200_000) } });
    const answer = await at.manager.post(`${at.base}/integrations/${id}/test`, { headers: {}, body });
    expect(answer.status).toBe(200);
    const { matches, issues, extracted } = answer.json<WebhookTrialAnswer>();
    expect([matches, issues.map(({ path }) => path), extracted.length]).toEqual([false, [['environment']], PARTS]);
  });
});
