import { BODY_EXAMPLE, type DocumentedRoute, type RouteFacts } from '@switchyard/server';
import type { AccessRule } from '../../auth/access/access.js';
import type { FreshSignInRule } from '../../auth/access/fresh-sign-in.js';
import { refusalsOf, type RouteRules, rulesOf } from './route-refusals.js';

/** Facts of a route for the document, beside its schemas: who may call it, and how it refuses. */
export function routeFacts(route: DocumentedRoute): RouteFacts {
  const { handler } = route;
  const { rule, fresh } = rulesOf(route);
  const permission = permissionOf(rule);
  return {
    summary: words((handler as { name?: string }).name ?? ''),
    description: [CALLERS[rule?.kind ?? 'public'](permission), fresh ? FRESH[fresh] : ''].filter(Boolean).join(' '),
    errors: refusalsOf(route),
    extensions: { 'x-permission': permission },
    security: securityOf({ rule, fresh }),
    example: Reflect.getMetadata(BODY_EXAMPLE, handler) as object | undefined,
  };
}

const permissionOf = (rule: AccessRule | undefined): string =>
  rule?.kind === 'permission' ? rule.permission : (rule?.kind ?? 'none');

/** The schemes by which callers of a route are known. */
function securityOf({ rule, fresh }: RouteRules): string[] {
  switch (rule?.kind ?? 'public') {
    case 'public':
      return [];
    case 'runner':
      return ['runner'];
    case 'state-client':
      return ['basic'];
    default:
      return fresh === 'always' ? ['cookie'] : ['cookie', 'bearer'];
  }
}

/** `stopAll` is `Stop all`. */
function words(name: string): string {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const CALLERS: Readonly<Record<AccessRule['kind'], (permission: string) => string>> = {
  public: () => 'Anyone, without signing in.',
  'signed-in': () => 'Any signed-in user.',
  admin: () => 'Administrators.',
  member: () => 'Members of the project and administrators.',
  permission: (permission) =>
    `Members of the project whose role has the permission \`${permission}\`, and administrators.`,
  runner: () => 'Runners, with their signed requests.',
  'state-client': () => 'Terraform, with the login and password of the address.',
};

const FRESH: Readonly<Record<FreshSignInRule, string>> = {
  always: 'Needs a sign-in of the last ten minutes; API tokens are refused.',
  accounts: 'Needs a sign-in of the last ten minutes, or an API token of an administrator with the scope `accounts`.',
  lasting: 'Needs a sign-in of the last ten minutes, or an API token with the scope `lasting`.',
  sessions: 'A session needs a sign-in of the last ten minutes.',
  'lasting-by-body':
    'Members and addresses need a sign-in of the last ten minutes, or an API token with the scope `lasting`.',
  'by-change': 'Changes of how people sign in need a sign-in of the last ten minutes.',
};
