import { type Role, ROLES } from '@switchyard/contracts';
import type { GroupGrant } from '../../platform/group-roles-config.js';

/** Most groups that a sign-in takes. */
export const MAX_GROUPS = 1_000;

/** The groups of a person, as a provider has just confirmed them. */
export interface ConfirmedGroups {
  /** `oidc:<id>` or `ldap`. */
  provider: string;
  groups: readonly string[];
}

/** A role, and the group that gives it. */
export interface GivenRole {
  role: Role;
  byGroup: string;
}

/** What the groups of a person give. */
export interface Given {
  /** By the id of a project: the highest role. */
  roles: ReadonlyMap<number, GivenRole>;
  /** The group that makes the person an administrator; `null` = none. */
  admin: string | null;
}

/** @param projectIds those that there are; a grant for another one gives nothing */
export function givenBy(
  grants: readonly GroupGrant[],
  confirmed: ConfirmedGroups,
  projectIds: readonly number[],
): Given {
  const nameIn = confirmed.provider === 'ldap' ? distinguishedName : (name: string) => name;
  const held = new Set(confirmed.groups.map(nameIn));
  const counting = grants.filter(({ provider, group }) => provider === confirmed.provider && held.has(nameIn(group)));
  const roles = new Map<number, GivenRole>();
  for (const { project, role, group } of counting) {
    for (const id of project === '*' ? projectIds : projectIds.filter((each) => each === project)) {
      const before = roles.get(id);
      if (role && (!before || ROLES.indexOf(role) < ROLES.indexOf(before.role))) {
        roles.set(id, { role, byGroup: group });
      }
    }
  }
  return { roles, admin: counting.find(({ admin }) => admin)?.group ?? null };
}

/** Names of entries are compared without case, and without spaces around their signs (RFC 4514). */
const distinguishedName = (name: string): string => name.toLowerCase().replace(/ *([,=+]) */g, '$1');
