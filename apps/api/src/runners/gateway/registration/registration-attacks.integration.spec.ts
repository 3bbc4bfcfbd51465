import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RegisterAnswer, RegistrationTokenWithSecret, Runner } from '@switchyard/contracts';
import { newProject } from '@switchyard/database/testing';
import { type Answer, Client, signInAs } from '../../../testing/client.js';
import { startProjectFixture, type ProjectFixture } from '../../../testing/project-fixture.js';

const INSTALLATION_TOKEN = 'installation-token-0123456789';

describe('a registration that is not rightful', () => {
  let test: ProjectFixture;
  beforeAll(async () => {
    test = await startProjectFixture({ SWITCHYARD_RUNNER_REGISTRATION_TOKEN: INSTALLATION_TOKEN });
  });
  afterAll(() => test.close());

  const newKey = (): string => randomBytes(32).toString('base64');
  const register = (body: object): Promise<Answer> =>
    new Client(test.address).post('/api/runner-gateway/register', { name: 'x', public_key: newKey(), ...body });
  const projectToken = async (): Promise<RegistrationTokenWithSecret> =>
    (
      await test.manager.post(`${test.base}/runner_registration_tokens`, { name: 'ours', tags: ['ours'] })
    ).json<RegistrationTokenWithSecret>();
  const runners = async (): Promise<number> =>
    (await test.dataSource.query<{ n: number }[]>('select count(*)::int as n from runner'))[0]?.n ?? 0;

  it('should not make a global runner with the token of a project, nor one of another project, nor with other tags', async () => {
    const other = await newProject(test.dataSource);
    for (const wish of [{ project_id: null }, { project_id: other.id }, { projectId: other.id, tags: ['prod'] }]) {
      const { token } = await projectToken();
      const { runner_id: id } = (await register({ registration_token: token, ...wish })).json<RegisterAnswer>();
      const runner = (await test.admin.get(`/api/runners/${id}`)).json<Runner>();
      expect(runner).toMatchObject({ project_id: test.projectId, tags: ['ours'], name: 'ours' });
    }
  });

  it.each([
    ['no token', {}],
    ['an empty token', { registration_token: '' }],
    ['a token that holds NUL', { registration_token: 'x\u0000' }],
    ['a token that is a list', { registration_token: ['x'] }],
    ['a key that is too short', { registration_token: 'x', public_key: randomBytes(31).toString('base64') }],
    ['tags that are objects', { registration_token: 'x', tags: [{}] }],
    ['a name of spaces', { registration_token: 'x', name: '  ' }],
  ])('should be answered 400 with %s', async (_what, body) => {
    const before = await runners();
    expect((await register(body)).status).toBe(400);
    expect(await runners()).toBe(before);
  });

  it('should be refused with what looks like a token to the database', async () => {
    for (const token of ["' or true --", '%', INSTALLATION_TOKEN.toUpperCase(), ` ${INSTALLATION_TOKEN}`]) {
      expect((await register({ registration_token: token })).status).toBe(401);
    }
  });

  it('should not hand out tokens to who may not manage the project', async () => {
    const guest = await signInAs(test, test.projectId, 'task_runner');
    const answer = await guest.post(`${test.base}/runner_registration_tokens`, { name: 'x', tags: ['x'] });
    expect(answer.status).toBe(403);
    expect((await test.owner.post('/api/runner_registration_tokens', { name: 'x' })).status).toBe(403);
  });

  it('should keep hashes alone of tokens, and log none', async () => {
    const { token } = await projectToken();
    await register({ registration_token: token });
    const rows = await test.dataSource.query('select * from runner_registration_token');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(test.logged()).not.toContain(token);
    expect(test.logged()).not.toContain(INSTALLATION_TOKEN);
  });

  it('should be slowed down when it comes a thousand times in a minute, even with a good token', async () => {
    const before = await runners();
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, i) => register({ registration_token: i % 2 ? INSTALLATION_TOKEN : 'guess' })),
    );
    const refused = answers.filter(({ status }) => status === 429).length;
    expect(refused).toBeGreaterThan(900);
    expect((await runners()) - before).toBeLessThan(100);
  });
});
