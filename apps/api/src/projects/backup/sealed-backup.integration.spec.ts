import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BackupDocument, RestoredProject, RestorePreview, SealedBackup } from '@switchyard/contracts';
import { digestOf, PassphraseSeal, placeOf } from '@switchyard/contracts/backup-seal';
import { Project } from '@switchyard/database';
import { Client, newAccount, signIn, signInAs } from '../../testing/client.js';
import { generatedBackup } from '../../testing/generated-backup.js';
import { activities, startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';
import { CANARY, readSecrets, storeSecrets } from '../../testing/stored-secrets.js';

const PASSPHRASE = 'correct horse bättery';
let test: ProjectFixture;
let file: SealedBackup;
let sourceId: number;

beforeAll(async () => {
  test = await startProjectFixture();
  sourceId = await project(generatedBackup(7));
  file = await sealedBackup(sourceId);
});
afterAll(() => test.close());

let projects = 0;
const named = (document: object): object => ({
  ...document,
  meta: { ...Object(Reflect.get(document, 'meta')), name: `sealed ${(projects += 1)}` },
});

async function restore(document: object): Promise<RestoredProject> {
  const answer = await test.admin.post('/api/projects/restore', named(document));
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return answer.json<RestoredProject>();
}

/** A project of a document, with secrets wherever there can be one. */
async function project(document: object): Promise<number> {
  const { id } = await restore(document);
  await storeSecrets(test, id);
  return id;
}

async function sealedBackup(id: number): Promise<SealedBackup> {
  const answer = await test.admin.post(`/api/project/${id}/backup`, { passphrase: PASSPHRASE });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(answer.text).not.toContain(CANARY);
  expect(test.logged()).not.toContain(PASSPHRASE);
  return answer.json<SealedBackup>();
}

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

describe('a backup with its secrets', () => {
  it.each([SEED, SEED + 1])(
    'should be the same project with the same secrets when it is restored, seed %i',
    async (seed) => {
      const id = await project(generatedBackup(seed));
      const first = await sealedBackup(id);
      const restored = await restore({ ...first, passphrase: PASSPHRASE });
      expect(await readSecrets(test, restored.id)).toEqual(await readSecrets(test, id));
      expect([restored.emptyKeys, restored.keys]).toEqual([0, []]);
      const { meta: _, sealed, ...second } = await sealedBackup(restored.id);
      const { meta: __, sealed: before, ...rest } = first;
      expect(second).toEqual(rest);
      expect(sealed.values.map(({ path }) => path)).toEqual(before.values.map(({ path }) => path));
    },
  );

  it('should be the plain backup beside them, which other products read', async () => {
    const { sealed, ...rest } = file;
    expect((await test.admin.get(`/api/project/${sourceId}/backup`)).json()).toEqual(rest);
    expect(new Set(sealed.values.map(({ path }) => path.replace(/\d+/g, '#')))).toEqual(
      new Set([
        'meta.vault_token',
        'meta.vault_address',
        'keys.#.login_password.login',
        'keys.#.login_password.password',
        'keys.#.github_app.app_id',
        'keys.#.github_app.server',
        'keys.#.github_app.private_key',
        'keys.#.ssh.login',
        'keys.#.ssh.passphrase',
        'keys.#.ssh.private_key',
        'repositories.#.secret_url',
        'environments.#.password',
        'environments.#.secrets.#.secret',
        ...(sealed.values.some(({ path }) => path.startsWith('templates'))
          ? ['templates.#.survey_vars.#.default_value']
          : []),
        'schedules.#.task_params.secret',
        'integrations.#.task_params.secret',
        'alert_channels.#.url',
      ]),
    );
  });

  it('should be made by owners alone who confirmed who they are, and stand in the activity log', async () => {
    const path = `${test.base}/backup`;
    const body = { passphrase: PASSPHRASE };
    expect((await test.manager.post(path, body)).status).toBe(403);
    expect((await (await signInAs(test, test.projectId, 'guest')).post(path, body)).status).toBe(403);
    expect((await test.owner.post(path, body)).status).toBe(200);
    expect(await activities(test, 1)).toEqual([
      expect.stringMatching(/^project: Project .* exported with its secrets$/),
    ]);
    expect((await test.owner.post(path, { passphrase: 'short' })).status).toBe(400);
    const { id } = (await test.owner.post('/api/user/tokens', {})).json<{ id: string }>();
    const token = new Client(test.address, { authorization: `Bearer ${id}` });
    expect([(await token.get(path)).status, (await token.post(path, body)).status]).toEqual([200, 403]);
  });
});

describe('POST /api/projects/restore of sealed secrets', () => {
  /** Keys whose secret is not kept by a vault. */
  const keptKeys = () => file.keys.filter((key) => key.type !== 'none' && !('vault_reference' in key));
  const plan = async (document: object): Promise<RestorePreview> =>
    (await test.admin.post('/api/projects/restore/plan', named(document))).json<RestorePreview>();

  it('should list the keys that it fills before anything is made', async () => {
    const made = await plan({ ...file, passphrase: PASSPHRASE });
    expect(made.filledKeys.map(({ name }) => name)).toEqual(keptKeys().map(({ name }) => name));
    expect([made.emptyKeys, made.keys]).toEqual([0, []]);
    expect(made.notes.map(({ code }) => code)).not.toContain('restore_secret');
  });

  it('should leave the keys empty without the passphrase', async () => {
    const made = await plan(file);
    expect([made.filledKeys, made.notes[0]]).toMatchObject([[], { path: ['sealed'], code: 'restore_sealed' }]);
    const { id, emptyKeys } = await restore(file);
    expect(emptyKeys).toBe(keptKeys().length);
    expect(JSON.stringify(await readSecrets(test, id))).not.toContain(CANARY);
  });

  const sealed = (members: object): object => ({
    ...file,
    passphrase: PASSPHRASE,
    sealed: { ...file.sealed, ...members },
  });
  const values = (change: (values: SealedBackup['sealed']['values']) => object[]): object =>
    sealed({ values: change(structuredClone(file.sealed.values)) });
  const kdf = (members: object): object => sealed({ kdf: { ...file.sealed.kdf, ...members } });
  const swapped = ([first, second, ...rest]: SealedBackup['sealed']['values']): object[] => [
    { path: first?.path, sealed: second?.sealed },
    { path: second?.path, sealed: first?.sealed },
    ...rest,
  ];
  const cut = ([first, ...rest]: SealedBackup['sealed']['values']): object[] => [
    { path: first?.path, sealed: first?.sealed.slice(0, -4) },
    ...rest,
  ];
  it.each<[string, () => object, string]>([
    ['a wrong passphrase', () => ({ ...file, passphrase: `${PASSPHRASE}.` }), 'passphrase restore_passphrase'],
    [
      'a salt of another file',
      () => kdf({ salt: Buffer.alloc(16).toString('base64') }),
      'passphrase restore_passphrase',
    ],
    ['a check that is cut', () => sealed({ check: 'AAAA' }), 'passphrase restore_passphrase'],
    ['members that changed places', () => values(swapped), 'sealed.values.0 restore_changed'],
    ['a text that is cut', () => values(cut), 'sealed.values.0 restore_changed'],
    ['a secret that was taken out', () => values((all) => all.slice(1)), 'sealed.values restore_changed'],
    ['a secret twice', () => values((all) => [...all, ...all.slice(0, 1)]), 'sealed.values restore_changed'],
    [
      'a secret twice in place of another',
      () => values((all) => [...all.slice(0, 1), ...all.slice(0, -1)]),
      'sealed.values.1 restore_changed',
    ],
    [
      'an address that was changed elsewhere in the file',
      () => ({
        ...sealed({}),
        repositories: file.repositories.map((each) => ({ ...each, git_url: 'https://evil.example/x' })),
      }),
      'sealed.values.0 restore_changed',
    ],
    [
      'a member that was added',
      () => ({ ...sealed({}), members: [{ username: 'x', role: 'owner' }] }),
      'sealed.values.0 restore_changed',
    ],
    ['16 GiB of memory', () => kdf({ n: 16_777_216 }), 'sealed.kdf.n invalid'],
    ['large blocks', () => kdf({ r: 1_048_576 }), 'sealed.kdf.r one_of'],
    ['years of work', () => kdf({ p: 1_000_000 }), 'sealed.kdf.p at_most'],
    ['no salt', () => kdf({ salt: '' }), 'sealed.kdf.salt too_short'],
    ['another version', () => sealed({ format: 2 }), 'sealed.format one_of'],
    ['no base64', () => values(() => [{ path: 'keys.0', sealed: '%' }]), 'sealed.values.0.sealed invalid'],
    [
      'too many secrets',
      () => values(() => Array.from({ length: 50_001 }, () => ({ path: '', sealed: '' }))),
      'sealed.values too_many',
    ],
  ])('should refuse %s, with its path, and make nothing', async (_name, document, issue) => {
    const count = await test.dataSource.manager.count(Project);
    const answer = await test.admin.post('/api/projects/restore', named(document()));
    const issues = answer.json<{ issues?: { path: unknown[]; code: string }[] }>().issues ?? [];
    expect([answer.status, issues.map(({ path, code }) => `${path.join('.')} ${code}`)]).toEqual([400, [issue]]);
    expect(await test.dataSource.manager.count(Project)).toBe(count);
  });

  /** A file that somebody has made with a passphrase of his own. */
  async function forged(path: string, text: string, members: object = {}): Promise<object> {
    const seal = await PassphraseSeal.withNewSalt(PASSPHRASE);
    const document = {
      meta: { name: 'x' },
      keys: [
        { name: 'login', type: 'login_password' },
        { name: 'none', type: 'none' },
      ],
      environments: [{ name: 'e', secrets: [{ type: 'var', name: 'a' }] }],
      ...members,
    };
    const place = placeOf(path, digestOf(document as unknown as BackupDocument));
    const sealed = { format: 1, kdf: seal.cost, check: seal.seal('1', 'check') };
    return {
      ...document,
      passphrase: PASSPHRASE,
      sealed: { ...sealed, values: [{ path, sealed: seal.seal(text, place) }] },
    };
  }

  it.each([
    ['keys.0.login_password.password', 'x'.repeat(4_097), 'keys.0.login_password.password too_long'],
    ['keys.0.ssh.private_key', 'x', 'keys.0.ssh.private_key restore_misplaced'],
    ['keys.7.login_password.password', 'x', 'keys.7.login_password.password restore_misplaced'],
    ['keys.0.name', 'x', 'keys.0.name restore_misplaced'],
    ['keys.0.__proto__.admin', 'x', 'keys.0.__proto__.admin restore_misplaced'],
    ['__proto__.admin', 'x', '__proto__.admin restore_misplaced'],
    ['members.0.role', 'owner', 'members.0.role restore_misplaced'],
    ['environments.0.secrets.1.secret', 'x', 'environments.0.secrets.1.secret restore_misplaced'],
    ['environments.0.secrets.0.secret', 'x'.repeat(65_537), 'environments.0.secrets.0.secret too_long'],
    ['environments.0.password', 'x'.repeat(256), 'environments.0.password too_long'],
  ])('should refuse a forged %s', async (path, text, issue) => {
    const answer = await test.admin.post('/api/projects/restore', named(await forged(path, text)));
    const issues = answer.json<{ issues?: { path: unknown[]; code: string }[] }>().issues ?? [];
    expect([answer.status, issues.map(({ path: at, code }) => `${at.join('.')} ${code}`)]).toEqual([400, [issue]]);
  });

  it('should take nothing of a file in clear', async () => {
    const login_password = { login: 'a', password: CANARY };
    const { id, emptyKeys } = await restore({
      keys: [{ name: 'login', type: 'login_password', login_password }],
      environments: [{ name: 'e', password: CANARY, secrets: [{ type: 'var', name: 'a', secret: CANARY }] }],
    });
    expect(emptyKeys).toBe(1);
    expect(JSON.stringify(await readSecrets(test, id))).not.toContain(CANARY);
  });

  it('should answer 401 to people who may not create projects, whatever the passphrase', async () => {
    const user = await signIn(test, await newAccount(test));
    expect((await user.post('/api/projects/restore', named({ ...file, passphrase: PASSPHRASE }))).status).toBe(401);
  });
});
