import * as contracts from '@switchyard/contracts';
import { BODY_EXAMPLE, type DocumentedRoute, type RouteFacts } from '@switchyard/server';
import { z } from 'zod';
import { ACCESS_RULE, type AccessRule } from '../../auth/access/access.js';
import { FRESH_SIGN_IN, type FreshSignInRule } from '../../auth/access/fresh-sign-in.js';

/** Schemas of the contract that become components of the document, by their exported name. */
export const CONTRACT_SCHEMAS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(contracts).filter((entry): entry is [string, z.ZodObject] => entry[1] instanceof z.ZodObject),
);

/** What the document has of a route beside its schemas: who may call it, and how it refuses. */
export function routeFacts({ controller, handler }: DocumentedRoute): RouteFacts {
  const rule = metadata<AccessRule>(ACCESS_RULE, handler) ?? metadata<AccessRule>(ACCESS_RULE, controller);
  const fresh = metadata<FreshSignInRule>(FRESH_SIGN_IN, handler);
  const permission = permissionOf(rule);
  return {
    summary: words((handler as { name?: string }).name ?? ''),
    description: [CALLERS[rule?.kind ?? 'public'](permission), fresh ? FRESH[fresh] : ''].filter(Boolean).join(' '),
    errors: errorsOf(rule, fresh),
    extensions: { 'x-permission': permission },
    secured: rule?.kind !== 'public',
    example: metadata<object>(BODY_EXAMPLE, handler),
  };
}

const metadata = <T>(key: string, target: object): T | undefined => Reflect.getMetadata(key, target) as T | undefined;

const permissionOf = (rule: AccessRule | undefined): string =>
  rule?.kind === 'permission' ? rule.permission : (rule?.kind ?? 'none');

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
  sessions: 'A session needs a sign-in of the last ten minutes.',
  'by-change': 'Changes of how people sign in need a sign-in of the last ten minutes.',
};

function errorsOf(rule: AccessRule | undefined, fresh: FreshSignInRule | undefined): RouteFacts['errors'] {
  const inProject = rule?.kind === 'member' || rule?.kind === 'permission';
  const canForbid = rule?.kind === 'admin' || rule?.kind === 'permission' || fresh !== undefined;
  return {
    400: 'The request is not valid; `issues` names each member.',
    ...(rule?.kind === 'public' ? {} : { 401: 'Not signed in, or the signature is wrong.' }),
    ...(canForbid ? { 403: 'Not allowed to this caller.' } : {}),
    ...(inProject ? { 404: 'The project or the object does not exist for this user.' } : {}),
    429: 'Too many requests; try again later.',
    500: 'Unexpected fault; the answer has the id under which it is logged.',
  };
}
