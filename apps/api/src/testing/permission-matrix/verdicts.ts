import { allows, ROLE_PERMISSIONS, ROLES, type Role } from '@switchyard/contracts';
import { isForPrograms } from '../../auth/access/access.js';
import type { Route } from '../routes.js';

/** Everybody who may knock: the roles are held in the own project; an outsider is signed in and a member of nothing. */
export const ACTORS = [...ROLES, 'admin', 'outsider', 'anonymous'] as const;
export type Actor = (typeof ACTORS)[number];

/** The project in the path: the one the roles are held in, or another one; `none` when the path names none. */
export type Place = 'own' | 'foreign' | 'none';

export const placesOf = ({ path }: Route): Place[] => (path.includes(':projectId') ? ['own', 'foreign'] : ['none']);

/** Verdict of a route's declared rule about a caller: the status of the refusal, or that the guard lets the call pass. */
export type Verdict = 'passes' | 401 | 403 | 404;

export const isRole = (actor: Actor): actor is Role => ROLES.some((role) => role === actor);

export function verdictOf({ rule }: Route, actor: Actor, place: Place): Verdict {
  if (!rule || rule.kind === 'public') {
    return rule ? 'passes' : 403;
  }
  if (actor === 'anonymous' || isForPrograms(rule)) {
    return 401;
  }
  if (actor === 'admin' || rule.kind === 'signed-in') {
    return 'passes';
  }
  if (rule.kind === 'admin') {
    return 403;
  }
  return projectVerdict(rule, actor, place);
}

function projectVerdict(rule: NonNullable<Route['rule']>, actor: Actor, place: Place): Verdict {
  if (!isRole(actor) || place !== 'own') {
    return 404;
  }
  const refused = rule.kind === 'permission' && !allows(ROLE_PERMISSIONS[actor], rule.permission);
  return refused ? 403 : 'passes';
}

/** The path with ids for its parameters; a missing one becomes an id that no row has. */
export function fillPath({ path }: Route, ids: Readonly<Partial<Record<string, number | string>>>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => String(ids[name] ?? 999_999));
  const query = path.endsWith('/search') ? '?q=x' : '';
  return `/${filled.replace(/^\//, '')}${query}`;
}

export const parametersOf = ({ path }: Route): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
