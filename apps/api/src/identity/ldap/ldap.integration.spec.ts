import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProjectMember, User } from '@switchyard/database';
import { newProject } from '@switchyard/database/testing';
import { eventually, startLdapServer, type TestLdapServer } from '@switchyard/testing';
import { Attribute, Change, Client as LdapClient } from 'ldapts';
import { type Answer, Client, newAccount, PASSWORD } from '../../testing/client.js';
import { enableTotp, followed, stateOf } from '../../testing/second-factor.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';
import { LdapDirectory } from './ldap-directory.js';

const SECRET = 'a password of the directory';
const person = (uid: string, more: object = {}) => ({
  uid,
  cn: `Name of ${uid}`,
  mail: `${uid}@directory.test`,
  password: SECRET,
  ...more,
});

let directory: TestLdapServer;
let test: TestApp;

const settings = (url: string, more: Record<string, string> = {}): Record<string, string> => ({
  SWITCHYARD_AUTH_LDAP_URL: url,
  SWITCHYARD_AUTH_LDAP_BASE_DN: directory.baseDn,
  SWITCHYARD_AUTH_LDAP_BIND_DN: directory.reader.dn,
  SWITCHYARD_AUTH_LDAP_BIND_PASSWORD: directory.reader.password,
  SWITCHYARD_AUTH_LDAP_CA_FILE: directory.caFile,
  SWITCHYARD_TRUST_PROXY: '1',
  ...more,
});

beforeAll(async () => {
  directory = await startLdapServer([
    person('ann'),
    person('careful'),
    person('invited'),
    person('local'),
    person('shadow', { mail: 'boss@example.test' }),
    person('mute', { mail: undefined }),
    person('fresh', { mustChange: true }),
    person('twin-1', { cn: 'Twin' }),
    person('twin-2', { cn: 'Twin' }),
  ]);
  test = await startTestApp(settings(directory.secureUrl));
});
afterAll(async () => {
  await test.close();
  await directory.remove();
});

let addresses = 0;
/** Every sign-in from an address of its own, so that they do not use up each other's tries. */
const visitor = (app: TestApp): Client =>
  new Client(app.address, { 'x-forwarded-for': `198.51.100.${(addresses += 1)}` });
const login = (auth: unknown, password: unknown = SECRET, app = test): Promise<Answer> =>
  visitor(app).post('/api/auth/login', { auth, password });
const userNamed = (username: string): Promise<User | null> => test.dataSource.manager.findOneBy(User, { username });

describe('a sign-in by the directory', () => {
  it('should make an external user without rights, and find the same one again', async () => {
    const answer = await login('Ann');
    expect([answer.status, answer.text]).toEqual([204, '']);
    const session = followed(new Client(test.address), answer);
    const user = (await session.get('/api/user')).json<User>();
    expect(user).toMatchObject({
      username: 'ann',
      name: 'Name of ann',
      email: 'ann@directory.test',
      external: true,
      admin: false,
    });
    const again = followed(new Client(test.address), await login('ann'));
    expect((await again.get('/api/user')).json()).toMatchObject({ id: user.id });
    expect(await userNamed('ann')).toMatchObject({ passwordHash: null });
  });

  it('should become the external user whom an administrator prepared', async () => {
    const prepared = { username: 'invited', email: 'known there alone', external: true, passwordHash: null };
    const invited = await newAccount(test, prepared);
    const session = followed(new Client(test.address), await login('invited'));
    expect((await session.get('/api/user')).json()).toMatchObject({ id: invited.id, email: 'invited@directory.test' });
  });

  it('should wait for the authenticator of the user', async () => {
    const session = followed(new Client(test.address), await login('careful'));
    const user = (await session.get('/api/user')).json<User>();
    await enableTotp(test, user, session);
    const waiting = followed(new Client(test.address), await login('careful'));
    expect(await stateOf(waiting)).toEqual([401, 'TOTP_REQUIRED']);
  });

  it('should not take over a user with a password of this installation, by login or by email', async () => {
    await newAccount(test, { username: 'local' });
    await newAccount(test, { username: 'boss', email: 'Boss@example.test', admin: true });
    expect((await login('local')).status).toBe(401);
    expect((await login('local', PASSWORD)).status).toBe(204);
    const answer = await login('shadow');
    expect(answer.status).toBe(401);
    expect(answer.json<{ error: string }>().error).toContain('Another account has your login or email');
    expect(await userNamed('shadow')).toBeNull();
  });

  it('should report that the directory knows no email', async () => {
    const answer = await login('mute');
    expect(answer.status).toBe(401);
    expect(answer.json<{ error: string }>().error).toContain('The directory knows no email of yours');
  });

  it.each([
    ['ann', 'wrong'],
    ['ann', `${SECRET} `],
    ['nobody', SECRET],
    ['*', SECRET],
    ['a*', SECRET],
    ['ann)(uid=*', SECRET],
    ['*)(|(uid=*', SECRET],
    ['ann)(|(cn=*))(', SECRET],
    ['\\61nn', SECRET],
    ['uid=ann,dc=example,dc=test', SECRET],
    ['(ann)', SECRET],
    ['reader', 'reader-password'],
  ])('should answer %j with %j by 401', async (auth, password) => {
    const answer = await login(auth, password);
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('"code":"not_signed_in"')]);
  });

  it('should be refused while the person must change the password first', async () => {
    expect((await login('fresh')).status).toBe(401);
    expect(await userNamed('fresh')).toBeNull();
  });

  it('should answer 400 to an empty password and to NUL', async () => {
    expect((await login('ann', '')).status).toBe(400);
    expect((await login('ann\0', SECRET)).status).toBe(400);
  });

  it('should be refused when several entries match', async () => {
    const broad = await startTestApp(
      settings(directory.secureUrl, { SWITCHYARD_AUTH_LDAP_FILTER: '(|(uid={login})(cn={login}))' }),
    );
    expect((await login('twin', SECRET, broad)).status).toBe(401);
    expect((await login('twin-1', SECRET, broad)).status).toBe(204);
    await broad.close();
  });
});

describe(LdapDirectory.name, () => {
  it('should never send an empty password, which the directory would take for an anonymous bind', async () => {
    const found = await test.app.get(LdapDirectory, { strict: false }).authenticate('ann', '', true);
    expect(found).toBeNull();
  });

  it('should not hand the password of a user of this installation to the directory', async () => {
    const found = await test.app.get(LdapDirectory, { strict: false }).authenticate('ann', SECRET, false);
    expect(found).toBeNull();
  });

  it('should work by StartTLS, and again by a new connection', async () => {
    const upgraded = await startTestApp(settings(directory.url, { SWITCHYARD_AUTH_LDAP_START_TLS: 'true' }));
    expect((await login('ann', SECRET, upgraded)).status).toBe(204);
    expect((await login('ann', SECRET, upgraded)).status).toBe(204);
    await upgraded.close();
  });

  it.each([
    ['its certificate is of an unknown authority', { SWITCHYARD_AUTH_LDAP_CA_FILE: '' }, 'self-signed certificate'],
    ['it does not answer', { SWITCHYARD_AUTH_LDAP_URL: 'ldaps://127.0.0.1:1' }, 'ECONNREFUSED'],
    [
      'the reader may not sign in',
      { SWITCHYARD_AUTH_LDAP_BIND_PASSWORD: 'wrong' },
      'invalidCredentials: it refuses SWITCHYARD_AUTH_LDAP_BIND_DN',
    ],
    [
      'there is no such base',
      { SWITCHYARD_AUTH_LDAP_BASE_DN: 'dc=nowhere' },
      'noSuchObject: there is no entry SWITCHYARD_AUTH_LDAP_BASE_DN',
    ],
  ])(
    'should not keep out the people of this installation, and name the cause at the start, when %s',
    async (_, change, words) => {
      const { SWITCHYARD_AUTH_LDAP_CA_FILE: caFile, ...rest } = settings(directory.secureUrl, change);
      const broken = await startTestApp({ ...rest, ...(caFile && { SWITCHYARD_AUTH_LDAP_CA_FILE: caFile }) });
      await eventually(() => expect(broken.logged()).toContain('The LDAP directory does not work now'));
      expect(broken.logged()).toContain(words);
      const user = await newAccount(broken);
      const answer = await login('ann', SECRET, broken);
      expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('"code":"not_signed_in"')]);
      expect((await login(user.username, PASSWORD, broken)).status).toBe(204);
      expect(broken.logged()).toContain('The LDAP directory could not be reached');
      expect(broken.logged()).not.toContain(SECRET);
      await broken.close();
    },
  );

  it('should not be waited for by people of this installation when it is frozen', async () => {
    const open = new Set<Socket>();
    const frozen = createServer((socket) => {
      open.add(socket.on('error', () => undefined));
      socket.resume().on('close', () => open.delete(socket));
    });
    await new Promise<void>((resolve) => frozen.listen(0, '127.0.0.1', resolve));
    const { port } = frozen.address() as AddressInfo;
    const { SWITCHYARD_AUTH_LDAP_CA_FILE: _, ...plain } = settings(`ldap://127.0.0.1:${port}`);
    const stuck = await startTestApp(plain);
    const user = await newAccount(stuck);
    await eventually(() => expect(open.size).toBe(1));
    open.forEach((socket) => socket.destroy());
    await eventually(() => expect(open.size).toBe(0));
    expect((await login(user.username, PASSWORD, stuck)).status).toBe(204);
    expect(open.size).toBe(1);
    open.forEach((socket) => socket.destroy());
    await stuck.close();
    frozen.close();
  });
});

describe('groups of the directory', () => {
  const sre = (): string => `cn=sre,${directory.baseDn}`;
  let writer: LdapClient;

  beforeAll(async () => {
    writer = new LdapClient({ url: directory.url });
    await writer.bind(directory.writer.dn, directory.writer.password);
    const members = [`uid=careless,${directory.baseDn}`, `uid=o'brien (sre),${directory.baseDn}`];
    for (const uid of ['careless', "o'brien (sre)"]) {
      const values = { objectClass: 'inetOrgPerson', cn: uid, sn: uid, mail: `${uid.slice(0, 3)}@groups.test` };
      await writer.add(`uid=${uid},${directory.baseDn}`, attributes({ ...values, userPassword: SECRET }));
    }
    await writer.add(sre(), attributes({ objectClass: 'groupOfNames', member: members }));
  });
  afterAll(() => writer.unbind());

  const attributes = (values: Record<string, string | string[]>): Attribute[] =>
    Object.entries(values).map(([type, value]) => new Attribute({ type, values: [value].flat() }));

  const rolesAfter = async (app: TestApp, uid: string): Promise<unknown[]> => {
    expect((await login(uid, SECRET, app)).status).toBe(204);
    const rows = await app.dataSource.manager.find(ProjectMember);
    return rows.map(({ role, byGroup }) => [role, byGroup]);
  };

  it.each([
    ['memberOf', {}],
    ['a filter by DN', { SWITCHYARD_AUTH_LDAP_GROUP_FILTER: '(&(objectClass=groupOfNames)(member={dn}))' }],
    ['a filter by user name', { SWITCHYARD_AUTH_LDAP_GROUP_FILTER: '(member=uid={username},dc=example,dc=test)' }],
  ])('should give roles, found by %s, and take them when the person has left the group', async (_, more) => {
    const grants = [{ provider: 'ldap', group: 'CN=SRE, DC=example, DC=test', project: 1, role: 'manager' }];
    const app = await startTestApp(
      settings(directory.secureUrl, { ...more, SWITCHYARD_AUTH_GROUP_ROLES: JSON.stringify(grants) }),
    );
    await newProject(app.dataSource);
    expect(await rolesAfter(app, 'ann')).toEqual([]);
    expect(await rolesAfter(app, 'careless')).toEqual([['manager', 'CN=SRE, DC=example, DC=test']]);
    const leaving = new Attribute({ type: 'member', values: [`uid=careless,${directory.baseDn}`] });
    await writer.modify(sre(), new Change({ operation: 'delete', modification: leaving }));
    expect(await rolesAfter(app, 'careless')).toEqual([]);
    await writer.modify(sre(), new Change({ operation: 'add', modification: leaving }));
    expect(await rolesAfter(app, "o'brien (sre)")).toEqual([['manager', 'CN=SRE, DC=example, DC=test']]);
    await app.close();
  });

  it('should keep people out while the groups cannot be searched, and name the cause', async () => {
    const grants = [{ provider: 'ldap', group: sre(), project: 1, role: 'manager' }];
    const app = await startTestApp(
      settings(directory.secureUrl, {
        SWITCHYARD_AUTH_GROUP_ROLES: JSON.stringify(grants),
        SWITCHYARD_AUTH_LDAP_GROUP_FILTER: '(member={dn})',
        SWITCHYARD_AUTH_LDAP_GROUP_BASE_DN: 'ou=nowhere,dc=example,dc=test',
      }),
    );
    expect((await login('careless', SECRET, app)).status).toBe(401);
    expect(app.logged()).toContain('noSuchObject');
    await app.close();
  });
});
