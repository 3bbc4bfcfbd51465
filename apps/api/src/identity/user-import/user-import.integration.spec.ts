import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ImportedUser, ImportedUsers } from '@switchyard/contracts';
import { Audit, User } from '@switchyard/database';
import { generateSync } from 'otplib';
import { Client, newAccount, PASSWORD, signIn } from '../../testing/client.js';
import { followed, stateOf } from '../../testing/second-factor.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

/** As Semaphore UI stores them. */
const [BOB, BOB_PASSWORD] = ['$2a$11$TPKqAYt/xVwN19OCpBR1Y.u8V8GyflskX9XuQd3kTwbtbg1C4IHGm', 'bob-Sample-3'];
const [JURGEN, JURGEN_PASSWORD] = ['$2a$11$0okvevVQm5tCVH0D6/emsO7ap.ECffrTGkM9pv5P2nmb0jErU6/Yi', 'pässwörd-日本-4'];

let test: TestApp;
let admin: Client;

beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, await newAccount(test, { admin: true }));
});
afterAll(() => test.close());
beforeEach(() => test.dataSource.query('delete from sign_in_limit'));

let count = 0;
/** A user of another product whose login nobody has. */
function imported(members: Partial<ImportedUser> = {}): ImportedUser {
  const username = `moved-${(count += 1)}`;
  const plain = { username, name: 'Moved', email: `${username}@example.test`, alert: true, admin: false };
  return { ...plain, external: false, password_hash: BOB, totp_secret: null, ...members };
}

async function importAll(users: ImportedUser[], more: object = {}): Promise<ImportedUsers['users']> {
  const answer = await admin.post('/api/users/import', { users, ...more });
  expect(answer.status).toBe(200);
  return answer.json<ImportedUsers>().users;
}

const login = (auth: string, password: string) => new Client(test.address).post('/api/auth/login', { auth, password });
const stored = (username: string): Promise<User | null> => test.dataSource.manager.findOneBy(User, { username });
const allUsers = (): Promise<User[]> => test.dataSource.manager.find(User, { order: { id: 'ASC' } });

describe('POST /api/users/import', () => {
  it('should make accounts whose passwords stay, each with a hash of this product after the first sign-in', async () => {
    const [bob, jurgen] = [imported(), imported({ password_hash: JURGEN, admin: true })];
    const created = { outcome: 'created', password: true, authenticator: false, problems: [] };
    expect(await importAll([bob, jurgen])).toEqual([bob, jurgen].map(({ username }) => ({ username, ...created })));
    expect(await stored(bob.username)).toMatchObject({ name: 'Moved', alert: true, admin: false, passwordHash: BOB });
    expect(await stored(jurgen.username)).toMatchObject({ admin: true, external: false, pro: false });
    expect((await login(bob.username, BOB_PASSWORD)).status).toBe(204);
    expect((await login(jurgen.email, JURGEN_PASSWORD)).status).toBe(204);
    for (const { username } of [bob, jurgen]) {
      expect((await stored(username))?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    }
    expect((await login(bob.username, BOB_PASSWORD)).status).toBe(204);
    expect((await login(bob.username, JURGEN_PASSWORD)).status).toBe(401);
  });

  it('should keep the hash that a wrong password was tried at', async () => {
    const bob = imported();
    await importAll([bob]);
    expect((await login(bob.username, `${BOB_PASSWORD}x`)).status).toBe(401);
    expect((await stored(bob.username))?.passwordHash).toBe(BOB);
  });

  it('should let in all who sign in at the same time', async () => {
    const bob = imported();
    await importAll([bob]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => login(bob.username, BOB_PASSWORD)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  });

  it('should take no password of more bytes than the hash is of', async () => {
    const text = 'x'.repeat(72);
    const hash = '$2a$11$DMZQLugEnVm/.reZDe/lIuRiE52giNrPerM1QPHvs8fhs7wfRmOiC';
    const user = imported({ password_hash: hash });
    await importAll([user]);
    expect((await login(user.username, `${text}y`)).status).toBe(401);
    expect((await login(user.username, text)).status).toBe(204);
  });

  it.each([
    ['of a higher cost', BOB.replace('$11$', '$15$')],
    ['of a lower cost', BOB.replace('$11$', '$04$')],
    ['of Argon2 with more memory', '$argon2id$v=19$m=1048576,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$' + 'a'.repeat(43)],
    ['in clear', 'bob-Sample-3'],
    ['that is empty', ''],
  ])('should make an account without a password for a hash %s', async (_, hash) => {
    const user = imported({ password_hash: hash });
    expect(await importAll([user])).toMatchObject([{ outcome: 'created', password: false }]);
    expect((await stored(user.username))?.passwordHash).toBeNull();
    expect((await login(user.username, BOB_PASSWORD)).status).toBe(401);
  });

  it('should leave every account as it is that has the login or the email, in any case', async () => {
    const old = await newAccount(test, { username: 'Old-Hand', email: 'Old.Hand@example.test' });
    const before = await allUsers();
    const takers = [
      imported({ username: 'old-hand', admin: true }),
      imported({ email: 'OLD.HAND@example.test' }),
      imported({ username: old.email }),
      imported({ email: old.username, external: true }),
    ];
    const answer = await importAll(takers);
    expect(answer.map(({ outcome }) => outcome)).toEqual(['exists', 'exists', 'exists', 'exists']);
    expect(await allUsers()).toEqual(before);
    expect((await login('old-hand', PASSWORD)).status).toBe(204);
    expect((await login('old-hand', BOB_PASSWORD)).status).toBe(401);
  });

  it('should make one account of two whose logins differ in case alone, and none of what no form could save', async () => {
    const users = [
      imported({ username: 'twin' }),
      imported({ username: 'Twin' }),
      imported({ username: ' ' }),
      imported({ email: 'nowhere' }),
      imported({ name: 'a\u0007b' }),
    ];
    expect(await importAll(users)).toMatchObject([
      { username: 'twin', outcome: 'created' },
      { username: 'Twin', outcome: 'exists' },
      { outcome: 'refused', problems: [{ path: ['username'], code: 'empty' }] },
      { outcome: 'refused', problems: [{ path: ['email'], code: 'email' }] },
      { outcome: 'refused', problems: [{ path: ['name'], code: 'control_characters' }] },
    ]);
  });

  it('should say what would come, and store nothing, when it is asked to', async () => {
    const [before, records] = [await allUsers(), await test.dataSource.manager.count(Audit)];
    const users = [imported({ username: 'later' }), imported({ username: 'LATER' })];
    expect(await importAll(users, { dry_run: true })).toMatchObject([{ outcome: 'created' }, { outcome: 'exists' }]);
    expect(await allUsers()).toEqual(before);
    expect(await test.dataSource.manager.count(Audit)).toBe(records);
    expect(await importAll(users)).toMatchObject([{ outcome: 'created' }, { outcome: 'exists' }]);
  });

  it('should bring authenticators, whose codes a sign-in then needs', async () => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const [strong, weak] = [imported({ totp_secret: secret }), imported({ totp_secret: 'JBSWY3DP' })];
    expect(await importAll([strong, weak])).toMatchObject([{ authenticator: true }, { authenticator: false }]);
    const client = new Client(test.address);
    const waiting = followed(client, await login(strong.username, BOB_PASSWORD));
    expect(await stateOf(waiting)).toEqual([401, 'TOTP_REQUIRED']);
    const answer = await waiting.post('/api/auth/verify', { passcode: generateSync({ secret }) });
    expect(answer.status).toBe(200);
    expect(await stateOf(followed(client, answer))).toEqual([200, null]);
    const rows = await test.dataSource.query<object[]>('select secret_encrypted from user_totp');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('should make accounts without a password of those whom somebody else signs in', async () => {
    const user = imported({ external: true, email: 'ext' });
    expect(await importAll([user])).toMatchObject([{ outcome: 'created', password: false }]);
    expect(await stored(user.username)).toMatchObject({ external: true, passwordHash: null });
  });

  it('should show hashes and secrets to nobody', async () => {
    const user = imported({ totp_secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' });
    const answers = [
      await admin.post('/api/users/import', { users: [user] }),
      await admin.post('/api/users/import', { users: [{ ...user, password_hash: [BOB] }] }),
      await admin.post('/api/users/import', { users: [{ ...user, more: BOB }] }),
      await admin.get('/api/users'),
      await admin.get('/api/audit?limit=50'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 200, 200]);
    const shown = answers.map(({ text }) => text).join('\n') + test.logged();
    expect(shown).toContain(user.username);
    expect(shown).not.toContain(BOB.slice(7));
    expect(shown).not.toContain(user.totp_secret);
  });

  it('should admit administrators alone', async () => {
    const other = await signIn(test, await newAccount(test));
    const before = await allUsers();
    expect((await other.post('/api/users/import', { users: [imported()] })).status).toBe(401);
    expect(await allUsers()).toEqual(before);
  });
});
