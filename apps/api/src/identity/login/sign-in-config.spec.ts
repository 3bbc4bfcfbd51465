import { describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig } from '@switchyard/settings';
import { apiConfigSchema } from '../../platform/config.js';

const required = { SWITCHYARD_DATABASE_URL: 'postgres://db/x', SWITCHYARD_WEB_HOST: 'https://switchyard.example.com' };
const provider = {
  id: 'main',
  name: 'Main',
  issuer: 'https://id.example.com',
  client_id: 'c',
  client_secret: 'hunter2',
};

function faultsOf(settings: Record<string, string>): readonly string[] {
  try {
    loadConfig(apiConfigSchema, { ...required, ...settings });
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.faults;
    }
    throw error;
  }
  return [];
}

const faultsOfProviders = (providers: unknown): readonly string[] =>
  faultsOf({ SWITCHYARD_AUTH_OIDC_PROVIDERS: JSON.stringify(providers) });

describe('settings of sign-in', () => {
  it('should allow passwords and authenticators, and nothing else, when none is set', () => {
    expect(loadConfig(apiConfigSchema, required)).toMatchObject({
      SWITCHYARD_AUTH_PASSWORD_LOGIN: true,
      SWITCHYARD_AUTH_TOTP: true,
      SWITCHYARD_AUTH_TOTP_RECOVERY: true,
      SWITCHYARD_AUTH_EMAIL_LOGIN: false,
      SWITCHYARD_AUTH_EMAIL_SIGN_UP: false,
      SWITCHYARD_AUTH_OIDC_PROVIDERS: [],
    });
  });

  it('should fill a provider with the usual scopes and claims, and trust its emails with nothing', () => {
    const settings = { ...required, SWITCHYARD_AUTH_OIDC_PROVIDERS: JSON.stringify([provider]) };
    expect(loadConfig(apiConfigSchema, settings).SWITCHYARD_AUTH_OIDC_PROVIDERS).toEqual([
      {
        ...provider,
        color: '',
        icon: '',
        scopes: ['openid', 'profile', 'email'],
        claims: { username: 'preferred_username', name: 'name', email: 'email', groups: 'groups' },
        trust_email: false,
      },
    ]);
  });

  it('should name what a switched-on method lacks', () => {
    expect(faultsOf({ SWITCHYARD_AUTH_EMAIL_LOGIN: 'true', SWITCHYARD_AUTH_LDAP_URL: 'ldaps://dir' })).toEqual([
      'SWITCHYARD_SMTP_URL: must be set, because SWITCHYARD_AUTH_EMAIL_LOGIN is on',
      'SWITCHYARD_SMTP_FROM: must be set, because SWITCHYARD_AUTH_EMAIL_LOGIN is on',
      'SWITCHYARD_AUTH_LDAP_BASE_DN: must be set, because SWITCHYARD_AUTH_LDAP_URL is set',
    ]);
  });

  it('should want the public address for providers, as nobody else may name it', () => {
    const providers = JSON.stringify([provider]);
    const settings = { SWITCHYARD_DATABASE_URL: 'postgres://db/x', SWITCHYARD_AUTH_OIDC_PROVIDERS: providers };
    const load = () => loadConfig(apiConfigSchema, settings);
    expect(load).toThrow(/SWITCHYARD_WEB_HOST: must be set/);
  });

  it.each(['(uid={login}', '(uid={login}))', '(&(uid={login})(!(title=locked))'])(
    'should refuse %s, which no directory could read',
    (filter) => {
      expect(faultsOf({ SWITCHYARD_AUTH_LDAP_FILTER: filter })).toEqual([
        expect.stringMatching(/^SWITCHYARD_AUTH_LDAP_FILTER: must be a search filter/),
      ]);
    },
  );

  const GRANT = { provider: 'ldap', group: 'cn=sre,dc=example', project: 1, role: 'manager' };
  const LDAP = { SWITCHYARD_AUTH_LDAP_URL: 'ldaps://dir', SWITCHYARD_AUTH_LDAP_BASE_DN: 'dc=example' };
  const faultsOfGrants = (grants: unknown, more: Record<string, string> = LDAP): readonly string[] =>
    faultsOf({ SWITCHYARD_AUTH_GROUP_ROLES: JSON.stringify(grants), ...more });

  it('should take what groups give in one project, in each, and to administrators', () => {
    const admin = { provider: 'ldap', group: 'cn=root,dc=example', admin: true };
    expect(faultsOfGrants([GRANT, { ...GRANT, project: '*' }, admin])).toEqual([]);
  });

  it.each([
    [[{ ...GRANT, role: 'boss' }]],
    [[{ ...GRANT, project: 0 }]],
    [[{ ...GRANT, project: 'Website' }]],
    [[{ ...GRANT, admin: true }]],
    [[{ ...GRANT, role: undefined }]],
    [[{ ...GRANT, group: '' }]],
    [[{ ...GRANT, group: 'g'.repeat(501) }]],
    [[{ ...GRANT, team: 'web' }]],
    [Array.from({ length: 1001 }, () => GRANT)],
    [{}],
  ])('should refuse the roles of groups %j', (grants) => {
    expect(faultsOfGrants(grants).join('\n')).toMatch(/^SWITCHYARD_AUTH_GROUP_ROLES/);
  });

  it('should refuse groups of a provider that is not set up', () => {
    const faults = [
      'SWITCHYARD_AUTH_GROUP_ROLES: must name providers that are set up: oidc: and an id of SWITCHYARD_AUTH_OIDC_PROVIDERS, or ldap',
    ];
    expect(faultsOfGrants([GRANT], {})).toEqual(faults);
    expect(faultsOfGrants([{ ...GRANT, provider: 'oidc:main' }])).toEqual(faults);
  });

  it.each(['(member={login})', '(member={dn}', 'member'])('should refuse %s as the filter of groups', (filter) => {
    expect(faultsOf({ ...LDAP, SWITCHYARD_AUTH_LDAP_GROUP_FILTER: filter }).join()).toMatch(
      /^SWITCHYARD_AUTH_LDAP_GROUP_FILTER: must/,
    );
  });

  it('should list every fault at once, without values', () => {
    const faults = faultsOf({
      SWITCHYARD_AUTH_PASSWORD_LOGIN: 'perhaps',
      SWITCHYARD_SMTP_URL: 'http://user:hunter2@mail',
      SWITCHYARD_AUTH_OIDC_PROVIDERS: '[hunter2',
      SWITCHYARD_AUTH_LDAP_URL: 'http://hunter2',
      SWITCHYARD_AUTH_LDAP_FILTER: '(uid=hunter2)',
      SWITCHYARD_AUTH_LDAP_ID_ATTRIBUTE: 'a)(b',
    });
    expect(faults.map((fault) => fault.replace(/:.*/, ''))).toEqual([
      'SWITCHYARD_SMTP_URL',
      'SWITCHYARD_AUTH_PASSWORD_LOGIN',
      'SWITCHYARD_AUTH_OIDC_PROVIDERS',
      'SWITCHYARD_AUTH_LDAP_URL',
      'SWITCHYARD_AUTH_LDAP_FILTER',
      'SWITCHYARD_AUTH_LDAP_ID_ATTRIBUTE',
    ]);
    expect(faults.join('\n')).not.toContain('hunter2');
  });

  it.each([
    [{}],
    [[{}]],
    [[{ ...provider, id: 'a/b' }]],
    [[{ ...provider, id: '' }]],
    [[{ ...provider, issuer: 'ftp://id.example.com' }]],
    [[{ ...provider, scopes: ['open id'] }]],
    [[{ ...provider, cleint_id: 'misspelt' }]],
    [[provider, provider]],
  ])('should refuse the providers %j', (providers) => {
    const faults = faultsOfProviders(providers);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.join('\n')).toMatch(/^SWITCHYARD_AUTH_OIDC_PROVIDERS/);
    expect(faults.join('\n')).not.toContain('hunter2');
  });
});
