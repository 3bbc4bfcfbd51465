import { RequestMethod } from '@nestjs/common';
import { furtherAnswers } from '@switchyard/server';
import { ACCESS_RULE, type AccessRule, isForPrograms } from '../../auth/access/access.js';
import { FRESH_SIGN_IN, type FreshSignInRule } from '../../auth/access/fresh-sign-in.js';

const metadata = <T>(key: string, target: object): T | undefined => Reflect.getMetadata(key, target) as T | undefined;

/** Rules that decide how a route refuses. */
export interface RouteRules {
  rule: AccessRule | undefined;
  fresh: FreshSignInRule | undefined;
}

/** The rules of a handler, its own or those of its controller. */
export const rulesOf = ({ controller, handler }: { controller: object; handler: object }): RouteRules => ({
  rule: metadata<AccessRule>(ACCESS_RULE, handler) ?? metadata<AccessRule>(ACCESS_RULE, controller),
  fresh: metadata<FreshSignInRule>(FRESH_SIGN_IN, handler),
});

/** Where the explorer of the document looks for what decorators declare about parameters. */
const PARAMETERS = 'swagger/apiParameters';

/** Whether the handler takes the header. */
const takesHeader = (handler: object, header: string): boolean =>
  (metadata<{ in?: string; name?: string }[]>(PARAMETERS, handler) ?? []).some(
    (each) => each.in === 'header' && each.name === header,
  );

/**
 * How a route refuses, by status: what guards, pipes and the database do on every route of its kind, and what the handler
 * declares itself.
 */
export function refusalsOf(route: { controller: object; handler: object }): Partial<Record<number, string>> {
  const { rule, fresh } = rulesOf(route);
  const { handler } = route;
  const kind = rule?.kind ?? 'public';
  const isRead = metadata<RequestMethod>('method', handler) === RequestMethod.GET;
  const path = `${metadata<string>('path', route.controller)}/${metadata<string>('path', handler)}`;
  const isGuarded = kind === 'admin' || kind === 'permission' || fresh !== undefined;
  const hasOwnGuard = [handler, route.controller].some(
    (each) => (metadata<unknown[]>('__guards__', each) ?? []).length > 0,
  );
  const isForeign = !isRead && !(rule && isForPrograms(rule));
  return {
    400: 'The request is not valid; `issues` names each member.',
    ...((kind !== 'public' || !isRead) && { 401: 'Not signed in, or the credentials are wrong.' }),
    ...((isGuarded || isForeign) && { 403: 'Not allowed to this caller, or sent by a page of another origin.' }),
    ...((path.includes(':') || hasOwnGuard) && { 404: 'The project or the object does not exist for this caller.' }),
    ...(!isRead && { 409: 'In conflict with what is stored, or with another change.' }),
    ...(takesHeader(handler, 'If-Match') && { 412: 'Somebody has changed it since it was read.' }),
    429: 'Too many requests; try again later.',
    500: 'Unexpected fault; the answer has the id under which it is logged.',
    503: 'Something that the server needs is not available; try again.',
    ...furtherAnswers(handler).refusals,
  };
}
