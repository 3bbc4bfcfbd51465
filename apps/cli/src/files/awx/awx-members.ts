import { isObject, type SourceRow, textOf } from '../source-values.js';
import { type AwxExport, keyText, nameOf, organizationOf, related } from './awx-export.js';

const ROLES = ['guest', 'task_runner', 'manager', 'owner'] as const;
type Role = (typeof ROLES)[number];

/** The role in a project that a role on an organization or one of its objects comes nearest to. */
function roleOf(name: string, isOrganization: boolean): Role {
  if (name === 'Admin') {
    return isOrganization ? 'owner' : 'manager';
  }
  return name.endsWith(' Admin') ? 'manager' : name === 'Execute' ? 'task_runner' : 'guest';
}

/** A role that somebody has. */
interface Grant {
  organization: string;
  role: Role;
}

/** The grants of a user or team; roles in teams are none. */
function grantsOf(holder: SourceRow): Grant[] {
  return related(holder, 'roles').flatMap((role) => {
    const on = role['content_object'];
    if (!isObject(on) || textOf(on, 'type') === 'team') {
      return [];
    }
    const isOrganization = textOf(on, 'type') === 'organization';
    const organization = isOrganization ? nameOf(on) : organizationOf(on);
    return [{ organization, role: roleOf(textOf(role, 'name'), isOrganization) }];
  });
}

/** Members of the project of each organization: users with a role there, or in a team with one. The highest role counts. */
export function membersOf(source: AwxExport): (organization: string) => { username: string; role: string }[] {
  const teams = new Map(source.assets('team').map((team) => [keyText(team['natural_key']), grantsOf(team)]));
  const users = source.assets('user').map((user) => {
    const ofTeams = related(user, 'roles').flatMap((role) => teams.get(keyText(role['content_object'])) ?? []);
    return { username: nameOf(user), grants: [...grantsOf(user), ...ofTeams] };
  });
  return (organization) =>
    users.flatMap(({ username, grants }) => {
      const ranks = grants.filter((each) => each.organization === organization).map(({ role }) => ROLES.indexOf(role));
      const role = ROLES[Math.max(...ranks)];
      return role === undefined ? [] : [{ username, role }];
    });
}
