import { own } from '@switchyard/contracts';
import { randomBytes } from 'node:crypto';
import type { ConnectionOptions } from 'node:tls';
import { Inject, Injectable } from '@nestjs/common';
import { Client, InvalidCredentialsError, SizeLimitExceededError, type Entry } from 'ldapts';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { MAX_GROUPS } from '../../projects/members/group-grants.js';
import { DirectoryFault } from './directory-fault.js';

/** A person of the directory who has shown the right password. */
export interface DirectoryPerson {
  subject: string;
  username: string;
  name: string;
  email: string;
  /** DNs of the groups; `null` = more than a search answers. */
  groups: string[] | null;
}

/** The settings of the directory. */
export type LdapSettings = Pick<ApiConfig, Extract<keyof ApiConfig, `SWITCHYARD_AUTH_LDAP_${string}`>>;

const CONNECT_MS = 5_000;
/** Groups of an entry, where the directory keeps them there: Active Directory, and overlay memberof of OpenLDAP. */
const MEMBER_OF = 'memberOf';
/** Password policy (OpenLDAP and others): an administrator has set the password, and its owner has not changed it yet. */
const MUST_CHANGE = 'pwdReset';
const NOBODY = 'switchyard-asks-for-nobody';
const OPERATION_MS = 10_000;
/** Most people whom one search asks for. */
export const PEOPLE_PER_SEARCH = 50;

/** Checks passwords against an LDAP directory (RFC 4511): finds the entry, then binds as it. */
@Injectable()
export class LdapDirectory {
  private readonly tls: ConnectionOptions;

  constructor(@Inject(API_CONFIG) private readonly config: LdapSettings) {
    const { SWITCHYARD_AUTH_LDAP_CA_FILE: ca } = config;
    this.tls = ca === undefined ? {} : { ca };
  }

  /**
   * The person with this login if the password is hers; `null` otherwise, and always without a directory. An empty
   * password is never sent: a directory takes it for an anonymous bind, which succeeds (RFC 4513, 5.1.2).
   * @param mayBeThere false when the account belongs to this installation; the same work is done, the answer is `null`,
   * and the directory does not learn the password
   * @throws when the directory does not answer, or answers nonsense
   */
  async authenticate(login: string, password: string, mayBeThere: boolean): Promise<DirectoryPerson | null> {
    const { SWITCHYARD_AUTH_LDAP_URL: url } = this.config;
    if (url === undefined || password === '') {
      return null;
    }
    const entry = await this.connected(url, (client) => this.authenticateBy(client, login, password, mayBeThere));
    // On a connection of its own: the person of the first one may not search.
    return entry && { ...this.person(entry), groups: await this.groupsOf(url, entry) };
  }

  /**
   * Which of these people, named by subject, the directory still has and would let in; all without a directory.
   * @param subjects at most {@link PEOPLE_PER_SEARCH}
   * @throws when the directory does not answer, or answers nonsense
   */
  async present(subjects: readonly string[]): Promise<ReadonlySet<string>> {
    const { SWITCHYARD_AUTH_LDAP_URL: url, SWITCHYARD_AUTH_LDAP_ID_ATTRIBUTE: id } = this.config;
    if (url === undefined) {
      return new Set(subjects);
    }
    const anybody = this.config.SWITCHYARD_AUTH_LDAP_FILTER.replaceAll('{login}', '*');
    const ids = subjects.flatMap(idValues).map((value) => `(${id}=${value})`);
    const { searchEntries } = await this.connected(url, (client) =>
      client.search(this.baseDn, {
        filter: `(&${anybody}(|${ids.join('')}))`,
        scope: 'sub',
        timeLimit: OPERATION_MS / 1000,
        attributes: [id],
        explicitBufferAttributes: [id],
      }),
    );
    return new Set(searchEntries.map((entry) => subjectOf(own(entry, id))));
  }

  /** Searches as a sign-in does, for a login that nobody has; nothing without a directory. @throws DirectoryFault */
  async require(): Promise<void> {
    const { SWITCHYARD_AUTH_LDAP_URL: url } = this.config;
    await (url === undefined ? undefined : this.connected(url, (client) => this.find(client, NOBODY)));
  }

  private async connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
    const limits = { timeout: OPERATION_MS, connectTimeout: CONNECT_MS };
    // With TLS options the library begins with TLS, whatever the scheme of the address.
    const client = new Client({ url, ...limits, ...(url.startsWith('ldaps:') && { tlsOptions: { ...this.tls } }) });
    try {
      await this.prepare(client, url);
      return await work(client);
    } catch (error) {
      throw new DirectoryFault(error);
    } finally {
      await client.unbind().catch(() => undefined);
    }
  }

  /** TLS first, then the reader. */
  private async prepare(client: Client, url: string): Promise<void> {
    if (this.config.SWITCHYARD_AUTH_LDAP_START_TLS) {
      // The library writes into these options, and compares the certificate with their host.
      await client.startTLS({ ...this.tls, host: new URL(url).hostname.replace(/^\[|\]$/g, '') });
    }
    const { SWITCHYARD_AUTH_LDAP_BIND_DN: reader, SWITCHYARD_AUTH_LDAP_BIND_PASSWORD: readerPassword } = this.config;
    if (reader !== undefined) {
      await client.bind(reader, readerPassword);
    }
  }

  private async authenticateBy(
    client: Client,
    login: string,
    password: string,
    mayBeThere: boolean,
  ): Promise<Entry | null> {
    const entry = await this.find(client, login);
    const known = mayBeThere && entry !== null;
    const dn = known ? entry.dn : `cn=${randomBytes(8).toString('hex')},${this.baseDn}`;
    const bound = await binds(client, dn, known ? password : randomBytes(16).toString('hex'));
    return known && bound && !mustChange(entry) ? entry : null;
  }

  private get baseDn(): string {
    return this.config.SWITCHYARD_AUTH_LDAP_BASE_DN ?? '';
  }

  /** The one entry with this login; none when several have it. */
  private async find(client: Client, login: string): Promise<Entry | null> {
    const filter = this.config.SWITCHYARD_AUTH_LDAP_FILTER.replaceAll('{login}', () => filterValue(login));
    const id = this.config.SWITCHYARD_AUTH_LDAP_ID_ATTRIBUTE;
    try {
      const { searchEntries } = await client.search(this.baseDn, {
        filter,
        scope: 'sub',
        sizeLimit: 2,
        timeLimit: OPERATION_MS / 1000,
        attributes: [id, MUST_CHANGE, MEMBER_OF, ...this.nameAttributes()],
        explicitBufferAttributes: [id],
      });
      return searchEntries.length === 1 ? (searchEntries[0] ?? null) : null;
    } catch (error) {
      if (error instanceof SizeLimitExceededError) {
        return null;
      }
      throw error;
    }
  }

  private nameAttributes(): [string, string, string] {
    const { config } = this;
    return [
      config.SWITCHYARD_AUTH_LDAP_USERNAME_ATTRIBUTE,
      config.SWITCHYARD_AUTH_LDAP_NAME_ATTRIBUTE,
      config.SWITCHYARD_AUTH_LDAP_EMAIL_ATTRIBUTE,
    ];
  }

  private async groupsOf(url: string, entry: Entry): Promise<string[] | null> {
    const { SWITCHYARD_AUTH_LDAP_GROUP_FILTER: pattern } = this.config;
    if (pattern === undefined) {
      return memberOf(entry);
    }
    const username = textOf(own(entry, this.config.SWITCHYARD_AUTH_LDAP_USERNAME_ATTRIBUTE));
    const values = new Map([
      ['{dn}', entry.dn],
      ['{username}', username],
    ]);
    const filter = pattern.replace(/\{(?:dn|username)\}/g, (name) => filterValue(values.get(name) ?? ''));
    return this.connected(url, (client) => this.namesOf(client, filter));
  }

  /** DNs of the entries; `null` = too many. */
  private async namesOf(client: Client, filter: string): Promise<string[] | null> {
    try {
      const limits = { sizeLimit: MAX_GROUPS, timeLimit: OPERATION_MS / 1000 };
      const { searchEntries } = await client.search(this.config.SWITCHYARD_AUTH_LDAP_GROUP_BASE_DN ?? this.baseDn, {
        filter,
        scope: 'sub',
        attributes: ['1.1'],
        ...limits,
      });
      return searchEntries.map(({ dn }) => dn);
    } catch (error) {
      if (error instanceof SizeLimitExceededError) {
        return null;
      }
      throw error;
    }
  }

  private person(entry: Entry): Omit<DirectoryPerson, 'groups'> {
    const [username, name, email] = this.nameAttributes().map((attribute) => textOf(own(entry, attribute)));
    const subject = subjectOf(own(entry, this.config.SWITCHYARD_AUTH_LDAP_ID_ATTRIBUTE));
    if (subject === '') {
      throw new Error(`The entry has no ${this.config.SWITCHYARD_AUTH_LDAP_ID_ATTRIBUTE}, which must name it for good`);
    }
    return { subject, username: username ?? '', name: name ?? '', email: email ?? '' };
  }
}

/** Active Directory cuts long lists, and says so in the name of the attribute (`memberOf;range=0-1499`). */
function memberOf(entry: Entry): string[] | null {
  const isCut = Object.keys(entry).some((name) => name.toLowerCase().startsWith(`${MEMBER_OF.toLowerCase()};`));
  return isCut ? null : [own(entry, MEMBER_OF) ?? []].flat().map(String);
}

const mustChange = (entry: Entry): boolean => textOf(own(entry, MUST_CHANGE)).toUpperCase() === 'TRUE';

async function binds(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof InvalidCredentialsError) {
      return false;
    }
    throw error;
  }
}

type Value = Entry[string] | undefined;

const firstOf = (value: Value): Buffer | string | undefined => (Array.isArray(value) ? value[0] : value);

const textOf = (value: Value): string => firstOf(value)?.toString() ?? '';

/** Some directories name entries by bytes that are no text, such as Active Directory's objectGUID. */
function subjectOf(value: Value): string {
  const first = firstOf(value);
  if (first === undefined || typeof first === 'string') {
    return first ?? '';
  }
  const text = first.toString('utf8');
  return /^[\x20-\x7e]+$/.test(text) ? text : first.toString('hex');
}

/** Characters that mean something in a search filter, and NUL (RFC 4515, section 3). */
const SPECIAL = /[\\*()\0]/g;

/** A text as a value inside of a search filter: it matches itself and nothing else. */
export function filterValue(text: string): string {
  return text.replace(SPECIAL, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

const HEX_BYTES = /^(?:[0-9a-f]{2})+$/;

/** Forms of an id in a search filter: the text, and its bytes where it may be binary. */
export function idValues(subject: string): string[] {
  const bytes = HEX_BYTES.test(subject) ? [subject.replace(/../g, '\\$&')] : [];
  return [filterValue(subject), ...bytes];
}
