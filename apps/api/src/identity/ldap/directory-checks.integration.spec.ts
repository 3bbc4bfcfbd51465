import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { User } from '@switchyard/database';
import { startLdapServer, type TestLdapServer } from '@switchyard/testing';
import { Attribute, Change, Client as LdapClient } from 'ldapts';
import { AccessChanges } from '../../auth/access/access-changes.js';
import { SignIn } from '../../auth/sessions/sign-in.service.js';
import { type Answer, Client } from '../../testing/client.js';
import { followed } from '../../testing/second-factor.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';
import { DirectoryChecks } from './directory-checks.js';
import { LdapDirectory } from './ldap-directory.js';

const SECRET = 'a password of the directory';
const MINUTES = 15;

let directory: TestLdapServer;
let test: TestApp;
let writer: LdapClient;

const dnOf = (uid: string): string => `uid=${uid},${directory.baseDn}`;
const run = (): Promise<void> => test.app.get(DirectoryChecks).run();
/** As if everybody had been asked for so long ago. */
const later = (minutes: number): Promise<unknown> =>
  test.dataSource.query(`update user_identity set checked = checked - make_interval(mins => ${minutes})`);
const add = (uid: string): Promise<void> =>
  writer.add(
    dnOf(uid),
    Object.entries({
      objectClass: 'inetOrgPerson',
      cn: uid,
      sn: uid,
      mail: `${uid}@directory.test`,
      userPassword: SECRET,
      employeeNumber: Buffer.from(uid).toString('hex'),
    }).map(([type, value]) => new Attribute({ type, values: [value] })),
  );

let people = 0;
/** Somebody of the directory with a session and a token. */
async function signedIn() {
  const uid = `person-${(people += 1)}`;
  await add(uid);
  const visitor = new Client(test.address, { 'x-forwarded-for': `198.51.100.${people}` });
  const signIn = (): Promise<Answer> => visitor.post('/api/auth/login', { auth: uid, password: SECRET });
  const session = followed(new Client(test.address), await signIn());
  const { id } = (await session.get('/api/user')).json<{ id: number }>();
  const token = (await session.post('/api/user/tokens', {})).json<{ id: string }>().id;
  const caller = new Client(test.address, { authorization: `Bearer ${token}` });
  const statuses = async () => [(await session.get('/api/user')).status, (await caller.get('/api/user')).status];
  const left = async () => (await test.dataSource.manager.findOneByOrFail(User, { id })).leftDirectory;
  return { uid, id, signIn, statuses, left };
}

beforeAll(async () => {
  directory = await startLdapServer([]);
  writer = new LdapClient({ url: directory.url });
  await writer.bind(directory.writer.dn, directory.writer.password);
  test = await startTestApp({
    SWITCHYARD_AUTH_LDAP_URL: directory.url,
    SWITCHYARD_AUTH_LDAP_BASE_DN: directory.baseDn,
    SWITCHYARD_AUTH_LDAP_BIND_DN: directory.reader.dn,
    SWITCHYARD_AUTH_LDAP_BIND_PASSWORD: directory.reader.password,
    SWITCHYARD_AUTH_LDAP_FILTER: '(&(uid={login})(!(title=locked)))',
    SWITCHYARD_AUTH_LDAP_ID_ATTRIBUTE: 'employeeNumber',
    SWITCHYARD_AUTH_LDAP_CHECK_MINUTES: String(MINUTES),
    SWITCHYARD_TRUST_PROXY: '1',
  });
});
afterAll(async () => {
  await writer.unbind();
  await test.close();
  await directory.remove();
});
describe('an account of the directory', () => {
  it('should open nothing once its entry is gone, and its token again once the person is back', async () => {
    const [gone, here] = [await signedIn(), await signedIn()];
    await writer.del(dnOf(gone.uid));
    await run();
    expect(await gone.statuses()).toEqual([200, 200]);
    await later(MINUTES + 1);
    await run();
    expect(await gone.statuses()).toEqual([401, 401]);
    expect(await here.statuses()).toEqual([200, 200]);
    expect(await here.left()).toBeNull();
    const [record] = await test.dataSource.query<object[]>(
      `select action, after from audit where object_type = 'user' and object_id = $1 order by id desc limit 1`,
      [String(gone.id)],
    );
    expect(record).toEqual({ action: 'system.change', after: { left_directory: (await gone.left())?.toISOString() } });
    await add(gone.uid);
    await later(MINUTES + 1);
    await run();
    expect(await gone.left()).toBeNull();
    expect(await gone.statuses()).toEqual([401, 200]);
  });

  it('should open nothing once the filter of the sign-in excludes it, and be open from the next sign-in on', async () => {
    const locked = await signedIn();
    const title = (operation: 'add' | 'delete') =>
      writer.modify(
        dnOf(locked.uid),
        new Change({ operation, modification: new Attribute({ type: 'title', values: ['locked'] }) }),
      );
    await title('add');
    await later(MINUTES + 1);
    await run();
    expect(await locked.statuses()).toEqual([401, 401]);
    expect((await locked.signIn()).status).toBe(401);
    await title('delete');
    expect((await locked.signIn()).status).toBe(204);
    expect(await locked.statuses()).toEqual([401, 200]);
  });

  it('should let in nobody who has left by another way, such as a code by mail that was sent before', async () => {
    const { id, left, statuses } = await signedIn();
    await test.dataSource.query('update "user" set left_directory = now() where id = $1', [id]);
    test.app.get(AccessChanges).publish([id]);
    expect(await statuses()).toEqual([401, 401]);
    expect(await test.app.get(SignIn).open(id, { by: 'address' }, { ip: '198.51.100.1', userAgent: '' })).toBeNull();
    expect(await left()).not.toBeNull();
  });

  it('should stay open while the directory does not answer, and be asked for again in the next round', async () => {
    const person = await signedIn();
    await writer.del(dnOf(person.uid));
    await later(MINUTES + 1);
    const { present } = LdapDirectory.prototype;
    const away = jest.spyOn(test.app.get(LdapDirectory), 'present').mockRejectedValue(new Error('away'));
    await run();
    expect(await person.statuses()).toEqual([200, 200]);
    away.mockImplementation(present);
    await run();
    expect(await person.statuses()).toEqual([401, 401]);
  });

  it('should be asked for by one process alone, and only while it has a session or a token', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    await test.dataSource.query('delete from session where user_id = $1', [other.id]);
    await test.dataSource.query('delete from api_token where user_id = $1', [other.id]);
    await later(MINUTES + 1);
    const asked = jest.spyOn(test.app.get(LdapDirectory), 'present');
    await Promise.all([run(), run(), run()]);
    const subjects = asked.mock.calls.flatMap(([some]) => some);
    const rows = await test.dataSource.query<{ subject: string; user_id: number }[]>('select * from user_identity');
    const times = ({ id }: { id: number }) =>
      subjects.filter((subject) => subject === rows.find(({ user_id: user }) => user === id)?.subject).length;
    expect([times(one), times(other)]).toEqual([1, 0]);
    asked.mockRestore();
  });
});
