import { booleanSetting, urlSetting } from '@switchyard/server';
import { z } from 'zod';

const attribute = z.string().regex(/^[A-Za-z][A-Za-z0-9;-]{0,99}$/, 'must be the name of an attribute');

/** Where the filter takes the login. */
export const LOGIN_PLACEHOLDER = '{login}';

/** Sign-in against an LDAP directory: bind as the reader, search the entry, bind as the entry. */
export const ldapConfigShape = {
  /** The directory, `ldaps://host` or `ldap://host`. Absent: no LDAP. */
  SWITCHYARD_AUTH_LDAP_URL: urlSetting('ldap:', 'ldaps:').optional(),
  /** Upgrade an `ldap://` connection to TLS before anything is sent. */
  SWITCHYARD_AUTH_LDAP_START_TLS: booleanSetting.default(false),
  /** PEM file of the authority that signed the directory's certificate; absent: the well-known ones. */
  SWITCHYARD_AUTH_LDAP_CA_FILE: z.string().optional(),
  /** Who searches; absent: an anonymous search. */
  SWITCHYARD_AUTH_LDAP_BIND_DN: z.string().optional(),
  SWITCHYARD_AUTH_LDAP_BIND_PASSWORD: z.string().optional(),
  /** Below which people are looked for. */
  SWITCHYARD_AUTH_LDAP_BASE_DN: z.string().optional(),
  /** Finds one person; `{login}` stands for what was typed, escaped. */
  SWITCHYARD_AUTH_LDAP_FILTER: z
    .string()
    .includes(LOGIN_PLACEHOLDER, { error: `must hold ${LOGIN_PLACEHOLDER}` })
    .default(`(uid=${LOGIN_PLACEHOLDER})`),
  /** What names a person for good, also when the entry is renamed. */
  SWITCHYARD_AUTH_LDAP_ID_ATTRIBUTE: attribute.default('entryUUID'),
  SWITCHYARD_AUTH_LDAP_USERNAME_ATTRIBUTE: attribute.default('uid'),
  SWITCHYARD_AUTH_LDAP_NAME_ATTRIBUTE: attribute.default('cn'),
  SWITCHYARD_AUTH_LDAP_EMAIL_ATTRIBUTE: attribute.default('mail'),
};
