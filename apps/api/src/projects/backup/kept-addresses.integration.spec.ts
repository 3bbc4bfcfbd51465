import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BackupDocument, RestoredProject } from '@switchyard/contracts';
import { CHECK, digestOf, PassphraseSeal, placeOf } from '@switchyard/contracts/backup-seal';
import { startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

const PASSPHRASE = 'correct horse bättery';
let test: ProjectFixture;

beforeAll(async () => {
  test = await startProjectFixture();
});
afterAll(() => test.close());

let made = 0;
/** A project whose integration takes everybody, with addresses of it and of itself, sealed by their paths. */
async function fileWith(addresses: Readonly<Record<string, string>>): Promise<object> {
  const document = {
    meta: { name: `moved ${(made += 1)}` },
    keys: [{ name: 'none', type: 'none' }],
    repositories: [{ name: 'r', git_url: '/srv/r', git_branch: '', ssh_key: 'none' }],
    templates: [{ name: 't', app: 'bash', playbook: 'x.sh', repository: 'r' }],
    integrations: [{ name: 'i', template: 't', auth_method: 'none', aliases: ['…', '…'] }],
    integration_aliases: ['…'],
  };
  const seal = await PassphraseSeal.withNewSalt(PASSPHRASE);
  const digest = digestOf(document as unknown as BackupDocument);
  const values = Object.entries(addresses).map(([path, text]) => ({
    path,
    sealed: seal.seal(text, placeOf(path, digest)),
  }));
  const check = seal.seal(String(values.length), CHECK);
  return { ...document, passphrase: PASSPHRASE, sealed: { format: 1, kdf: seal.cost, check, values } };
}

async function restore(addresses: Readonly<Record<string, string>>) {
  const answer = await test.admin.post('/api/projects/restore', await fileWith(addresses));
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  const { id, notes } = answer.json<RestoredProject>();
  const base = `/api/project/${id}/integrations`;
  const [integration] = (await test.admin.get(base)).json<{ id: number }[]>();
  const listed = async (path: string): Promise<string[]> =>
    (await test.admin.get(path)).json<{ url: string }[]>().map(({ url }) => url.split('/').at(-1) ?? '');
  return {
    noted: notes.filter(({ code }) => code === 'restore_alias').map(({ path }) => path.join('.')),
    own: await listed(`${base}/${integration?.id}/aliases`),
    shared: await listed(`${base}/aliases`),
  };
}

const NEW = expect.stringMatching(/^[a-z\d]{26}$/) as unknown as string;

describe('addresses of webhooks that a file holds sealed', () => {
  it('should stay, so that senders need no change', async () => {
    const found = await restore({
      'integrations.0.aliases.0': 'own0000000000000',
      'integrations.0.aliases.1': 'own1111111111111',
      'integration_aliases.0': 'shared0000000000',
    });
    expect(found).toEqual({ noted: [], own: ['own0000000000000', 'own1111111111111'], shared: ['shared0000000000'] });
    const delivery = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await fetch(`${test.address}/api/integrations/own1111111111111`, delivery)).status).toBe(202);
  });

  it('should be new where somebody has them, or the file itself has them twice', async () => {
    const found = await restore({
      'integrations.0.aliases.0': 'own0000000000000',
      'integrations.0.aliases.1': 'twice00000000000',
      'integration_aliases.0': 'twice00000000000',
    });
    expect(found).toEqual({
      noted: ['integrations.0.aliases', 'integration_aliases'],
      own: [NEW, 'twice00000000000'],
      shared: [NEW],
    });
  });

  it.each(['short', 'a'.repeat(65), '../../user/tokens0', 'with blanks in it'])(
    'should be new in place of %j',
    async (text) => {
      const found = await restore({ 'integrations.0.aliases.0': text, 'integration_aliases.0': text });
      expect([found.own, found.shared]).toEqual([[NEW, NEW], [NEW]]);
    },
  );

  it('should be new for a file in clear', async () => {
    const { own, shared } = await restore({});
    expect([own, shared]).toEqual([[NEW, NEW], [NEW]]);
  });
});
