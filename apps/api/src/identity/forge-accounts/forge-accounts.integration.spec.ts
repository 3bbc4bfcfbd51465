import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type LinkedForgeAccount, MAX_FORGE_ACCOUNTS } from '@switchyard/contracts';
import { Audit } from '@switchyard/database';
import { newPerson } from '../../testing/client.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';

const PATH = '/api/user/forge_accounts';
let test: ProjectFixture;

beforeAll(async () => {
  test = await startProjectFixture();
});
afterAll(() => test.close());

it('should be linked and unlinked by their person alone, which the audit shows', async () => {
  const [{ client: ada, user }, { client: eve }] = [await newPerson(test), await newPerson(test)];
  const answer = await ada.post(PATH, { host: ' GitHub.com ', account: '@Ada-L' });
  const linked = answer.json<LinkedForgeAccount>();
  expect([answer.status, linked]).toMatchObject([201, { host: 'github.com', account: 'ada-l' }]);
  expect((await eve.get(PATH)).json()).toEqual([]);
  expect((await eve.delete(`${PATH}/${linked.id}`)).status).toBe(404);
  expect((await ada.get(PATH)).json()).toEqual([linked]);
  expect((await ada.delete(`${PATH}/${linked.id}`)).status).toBe(204);
  expect((await ada.get(PATH)).json()).toEqual([]);
  const records = await test.dataSource.manager.find(Audit, {
    where: { objectType: 'forge_account', userId: user.id },
    order: { id: 'ASC' },
  });
  expect(records.map(({ before, after }) => [before, after])).toMatchObject([
    [null, { host: 'github.com', account: 'ada-l' }],
    [{ account: 'ada-l' }, null],
  ]);
});

it('should be bounded, and none twice', async () => {
  const { client } = await newPerson(test);
  const link = (account: string) => client.post(PATH, { host: 'git.example:3000', account });
  for (let n = 1; n <= MAX_FORGE_ACCOUNTS; n++) {
    expect((await link(String(n))).status).toBe(201);
  }
  expect([(await link('1')).status, (await link('1')).json()]).toMatchObject([
    400,
    { issues: [{ code: 'duplicates' }] },
  ]);
  const full = await link('another');
  expect([full.status, full.json()]).toMatchObject([400, { code: 'forge_accounts_full' }]);
});

it.each([
  { host: 'https://github.com', account: '1' },
  { host: 'github.com/ops', account: '1' },
  { host: '', account: '1' },
  { host: 'github.com', account: '' },
  { host: 'github.com', account: 'a b' },
  { host: 'github.com', account: 'a'.repeat(129) },
])('should refuse %j', async (body) => {
  const { client } = await newPerson(test);
  expect((await client.post(PATH, body)).status).toBe(400);
});
