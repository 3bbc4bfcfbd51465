import { certificateFile, integer, onOff, text, url } from '../types.js';

const attribute = text({ pattern: /^[A-Za-z][A-Za-z0-9;-]{0,99}$/, message: 'must be the name of an attribute' });

/** How people may sign in. */
export const signInSettings = {
  SWITCHYARD_AUTH_PASSWORD_LOGIN: {
    type: onOff,
    default: 'true',
    meaning: 'sign-in with login and password, against the accounts here and the LDAP directory',
  },
  SWITCHYARD_AUTH_TOTP: {
    type: onOff,
    default: 'true',
    meaning: 'whether users may protect their account with an authenticator',
  },
  SWITCHYARD_AUTH_TOTP_RECOVERY: {
    type: onOff,
    default: 'true',
    meaning: 'whether a recovery code, shown once, removes a lost authenticator',
  },
  SWITCHYARD_AUTH_EMAIL_LOGIN: {
    type: onOff,
    default: 'false',
    needs: ['SWITCHYARD_SMTP_URL', 'SWITCHYARD_SMTP_FROM'],
    meaning: 'codes by mail: a way in without a password, and the second step of a sign-in with one',
  },
  SWITCHYARD_AUTH_EMAIL_SIGN_UP: {
    type: onOff,
    default: 'false',
    meaning: 'whether a code that was mailed to an unknown address makes a new account for it',
  },
  SWITCHYARD_AUTH_OIDC_PROVIDERS: {
    type: text(),
    default: '[]',
    secret: true,
    needs: ['SWITCHYARD_WEB_HOST'],
    value: 'JSON',
    meaning: 'OpenID Connect providers as a JSON list, in the order of their buttons; in the file a list of mappings',
  },
  SWITCHYARD_AUTH_GROUP_ROLES: {
    type: text(),
    default: '[]',
    value: 'JSON',
    meaning: 'roles that groups of providers and of the directory give, as a JSON list; in the file a list of mappings',
  },
  SWITCHYARD_AUTH_LDAP_URL: {
    type: url('ldap:', 'ldaps:'),
    needs: ['SWITCHYARD_AUTH_LDAP_BASE_DN'],
    value: 'URL',
    meaning: 'LDAP directory, ldaps://host or ldap://host; without it there is no LDAP',
  },
  SWITCHYARD_AUTH_LDAP_START_TLS: {
    type: onOff,
    default: 'false',
    meaning: 'upgrade an ldap:// connection to TLS before anything is sent',
  },
  SWITCHYARD_AUTH_LDAP_CA_FILE: {
    type: certificateFile,
    value: 'FILE',
    meaning:
      "PEM of the authority that signed the directory's certificate; without it the well-known ones and those of SWITCHYARD_CA_FILE",
  },
  SWITCHYARD_AUTH_LDAP_BIND_DN: { type: text(), value: 'DN', meaning: 'who searches; without it anonymous' },
  SWITCHYARD_AUTH_LDAP_BIND_PASSWORD: {
    type: text(),
    secret: true,
    value: 'TEXT',
    meaning: 'password of the searcher',
  },
  SWITCHYARD_AUTH_LDAP_BASE_DN: { type: text(), value: 'DN', meaning: 'entry below which people are searched' },
  SWITCHYARD_AUTH_LDAP_FILTER: {
    type: text({ pattern: /\{login\}/, message: 'must hold {login}' }),
    default: '(uid={login})',
    value: 'FILTER',
    meaning: 'finds one person; {login} stands for what was typed, escaped',
  },
  SWITCHYARD_AUTH_LDAP_ID_ATTRIBUTE: {
    type: attribute,
    default: 'entryUUID',
    value: 'NAME',
    meaning: 'attribute that identifies a person for good, also when the entry is renamed',
  },
  SWITCHYARD_AUTH_LDAP_USERNAME_ATTRIBUTE: {
    type: attribute,
    default: 'uid',
    value: 'NAME',
    meaning: 'attribute of the user name',
  },
  SWITCHYARD_AUTH_LDAP_NAME_ATTRIBUTE: {
    type: attribute,
    default: 'cn',
    value: 'NAME',
    meaning: 'attribute of the name',
  },
  SWITCHYARD_AUTH_LDAP_EMAIL_ATTRIBUTE: {
    type: attribute,
    default: 'mail',
    value: 'NAME',
    meaning: 'attribute of the e-mail address',
  },
  SWITCHYARD_AUTH_LDAP_GROUP_FILTER: {
    type: text({ pattern: /\{(dn|username)\}/, message: 'must hold {dn} or {username}' }),
    value: 'FILTER',
    meaning:
      'finds the groups of a person; {dn} and {username} stand for the entry, escaped; without it memberOf names them',
  },
  SWITCHYARD_AUTH_LDAP_GROUP_BASE_DN: {
    type: text(),
    value: 'DN',
    defaultText: 'that of people',
    meaning: 'entry below which groups are searched',
  },
  SWITCHYARD_AUTH_LDAP_CHECK_MINUTES: {
    type: integer(0, 10_080),
    default: '15',
    value: 'MINUTES',
    meaning: 'how often the directory is asked whether people with sessions or tokens are still in it; 0 = never',
  },
};
