import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@switchyard/stack';
import { createCertificate } from './certificate.js';
import { startChildService } from './child-service.js';
import { serviceDirectory } from './service-directory.js';

const run = promisify(execFile);

const BASE_DN = 'dc=example,dc=test';
const WRITER = { dn: `cn=writer,${BASE_DN}`, password: 'writer-password' };
const READER = { dn: `cn=reader,${BASE_DN}`, password: 'reader-password' };

export interface LdapPerson {
  uid: string;
  cn: string;
  mail?: string;
  password: string;
  /** An administrator has set the password, and the person has not changed it. */
  mustChange?: boolean;
  /** Names of groups, entries `cn=<name>` below the base, which only a search finds: `memberOf` does not name them. */
  groups?: readonly string[];
}

/** An OpenLDAP server on free ports of 127.0.0.1. Anonymous searches find nothing in it. */
export interface TestLdapServer {
  /** `ldap://`, where StartTLS is offered. */
  url: string;
  /** `ldaps://`. */
  secureUrl: string;
  /** PEM file of the authority that signed its certificate. */
  caFile: string;
  baseDn: string;
  /** Who may search. */
  reader: { dn: string; password: string };
  /** Who may change everything. */
  writer: { dn: string; password: string };
  /** Ends it and removes its directory. Call in `afterAll`. */
  remove(): Promise<void>;
}

/** Needs Debian's slapd, or another OpenLDAP whose files are where Debian has them. */
export async function startLdapServer(people: readonly LdapPerson[]): Promise<TestLdapServer> {
  const directory = await serviceDirectory('slapd');
  const [port, securePort] = await Promise.all([freePort(), freePort()]);
  const file = (name: string): string => join(directory.path, name);
  await mkdir(file('data'));
  await createCertificate(file('key.pem'), file('cert.pem'));
  await writeFile(file('slapd.conf'), serverConfig(directory.path));
  await writeFile(file('people.ldif'), entries(people));
  await run('/usr/sbin/slapadd', ['-f', file('slapd.conf'), '-l', file('people.ldif')]);
  const [url, secureUrl] = [`ldap://127.0.0.1:${port}`, `ldaps://127.0.0.1:${securePort}`];
  const args = ['-f', file('slapd.conf'), '-h', `${url} ${secureUrl}`, '-d', '0'];
  const server = await startChildService('/usr/sbin/slapd', args, port);
  directory.guard(server.pid);
  return {
    url,
    secureUrl,
    caFile: file('cert.pem'),
    baseDn: BASE_DN,
    reader: READER,
    writer: WRITER,
    async remove() {
      await server.end('SIGKILL');
      await directory.remove();
    },
  };
}

/** Unauthenticated binds are allowed: a client with an empty password gets a success. */
function serverConfig(directory: string): string {
  const schemas = ['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`);
  return [
    ...schemas,
    'modulepath /usr/lib/ldap',
    'moduleload back_mdb',
    'moduleload ppolicy',
    'moduleload memberof',
    'allow bind_anon_cred',
    `pidfile ${directory}/slapd.pid`,
    `TLSCertificateFile ${directory}/cert.pem`,
    `TLSCertificateKeyFile ${directory}/key.pem`,
    'database mdb',
    `suffix "${BASE_DN}"`,
    `rootdn "${WRITER.dn}"`,
    `rootpw ${WRITER.password}`,
    `directory ${directory}/data`,
    'overlay ppolicy',
    'overlay memberof',
    'access to attrs=userPassword by anonymous auth by * none',
    `access to * by dn.exact="${READER.dn}" read by * none`,
    '',
  ].join('\n');
}

function entries(people: readonly LdapPerson[]): string {
  const reader = entry(READER.dn, {
    objectClass: ['organizationalRole', 'simpleSecurityObject'],
    userPassword: [READER.password],
  });
  const base = entry(BASE_DN, { objectClass: ['dcObject', 'organization'], dc: ['example'], o: ['Example'] });
  const all = people.map(({ uid, cn, mail, password, mustChange }) =>
    entry(`uid=${uid},${BASE_DN}`, {
      objectClass: ['inetOrgPerson'],
      cn: [cn],
      sn: [cn],
      mail: mail === undefined ? [] : [mail],
      userPassword: [password],
      pwdReset: mustChange ? ['TRUE'] : [],
    }),
  );
  return [base, reader, ...all, ...groupEntries(people)].join('\n');
}

function groupEntries(people: readonly LdapPerson[]): string[] {
  const names = new Set(people.flatMap(({ groups = [] }) => groups));
  return [...names].map((name) =>
    entry(`cn=${name},${BASE_DN}`, {
      objectClass: ['groupOfNames'],
      member: people.filter(({ groups }) => groups?.includes(name)).map(({ uid }) => `uid=${uid},${BASE_DN}`),
    }),
  );
}

const entry = (dn: string, attributes: Record<string, string[]>): string =>
  [
    `dn: ${dn}`,
    ...Object.entries(attributes).flatMap(([name, values]) => values.map((value) => `${name}: ${value}`)),
    '',
  ].join('\n');
