import { describe, expect, it } from '@jest/globals';
import type { GroupGrant } from '../../platform/group-roles-config.js';
import { givenBy } from './group-grants.js';

const PROVIDER = 'oidc:main';
const grant = (more: Partial<GroupGrant>): GroupGrant => ({ provider: PROVIDER, group: 'sre', ...more });
const given = (grants: GroupGrant[], groups: string[], provider = PROVIDER) =>
  givenBy(grants, { provider, groups }, [1, 2, 3]);

describe(givenBy.name, () => {
  it('should give a role in the project of the grant, and name the group', () => {
    const { roles, admin } = given([grant({ project: 2, role: 'manager' })], ['sre']);
    expect([...roles]).toEqual([[2, { role: 'manager', byGroup: 'sre' }]]);
    expect(admin).toBeNull();
  });

  it('should give the highest of several roles, in whatever order they stand', () => {
    const grants = [
      grant({ project: '*', role: 'guest', group: 'all' }),
      grant({ project: 1, role: 'owner' }),
      grant({ project: 1, role: 'manager', group: 'web' }),
    ];
    const roles = [...given(grants, ['all', 'web', 'sre']).roles].map(([id, { role, byGroup }]) => [id, role, byGroup]);
    expect(roles).toEqual([
      [1, 'owner', 'sre'],
      [2, 'guest', 'all'],
      [3, 'guest', 'all'],
    ]);
  });

  it.each([
    ['another group', ['SRE', 'sre ', 'sr'], PROVIDER],
    ['the group of another provider', ['sre'], 'oidc:second'],
    ['no group', [], PROVIDER],
  ])('should give nothing to %s', (_, groups, provider) => {
    const grants = [grant({ project: '*', role: 'owner' }), grant({ admin: true })];
    expect(given(grants, groups, provider)).toEqual({ roles: new Map(), admin: null });
  });

  it('should give nothing in a project that is not there', () => {
    expect(given([grant({ project: 9, role: 'owner' })], ['sre']).roles.size).toBe(0);
  });

  it('should compare names of entries in a directory as directories do', () => {
    const grants = [grant({ provider: 'ldap', group: 'cn=SRE, ou=Groups,dc=example', admin: true })];
    expect(given(grants, ['CN=sre,OU=groups,DC=example'], 'ldap').admin).toBe('cn=SRE, ou=Groups,dc=example');
    expect(given(grants, ['CN=sre2,OU=groups,DC=example'], 'ldap').admin).toBeNull();
  });
});
