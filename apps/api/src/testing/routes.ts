import { RequestMethod, type Type } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import { AuditInterceptor } from '../audit/audit.interceptor.js';
import { ACCESS_RULE, type AccessRule } from '../auth/access.js';
import { FRESH_SIGN_IN, type FreshSignInRule } from '../auth/fresh-sign-in.js';

/** Where Nest keeps what the parameters of a handler are, by kind and index; 3 is the body. */
const ROUTE_ARGS = '__routeArguments__';
const BODY = '3:';

/** A route as its controller declares it. */
export interface Route {
  /** Controller and method, such as `KeysController.list`. */
  name: string;
  method: string;
  path: string;
  rule: AccessRule | undefined;
  /** What it asks of the session beside its rule. */
  freshness: FreshSignInRule | undefined;
  /** Whether a guard of its own stands before it. */
  guarded: boolean;
  /** Whether a parameter of the handler is the body. */
  readsBody: boolean;
  /** How often the audit is bound to it. */
  audits: number;
}

const meta = <T>(key: string, target: object): T | undefined => Reflect.getMetadata(key, target) as T | undefined;

function modulesBelow(module: Type, seen: Set<Type> = new Set()): Type[] {
  if (seen.has(module)) {
    return [];
  }
  seen.add(module);
  const imports = meta<Type[]>('imports', module) ?? [];
  return [module, ...imports.flatMap((item) => modulesBelow(item, seen))];
}

function routesOf(controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, object>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    const method = handler && meta<RequestMethod>('method', handler);
    if (!handler || method === undefined) {
      return [];
    }
    const path = [meta<string>('path', controller), meta<string>('path', handler)].join('/').replace(/\/+/g, '/');
    const rule = meta<AccessRule>(ACCESS_RULE, handler) ?? meta<AccessRule>(ACCESS_RULE, controller);
    const guarded = [handler, controller].some((target) => (meta<unknown[]>('__guards__', target) ?? []).length > 0);
    const bound = [handler, controller].flatMap((target) => meta<unknown[]>('__interceptors__', target) ?? []);
    const audits = bound.filter((interceptor) => interceptor === AuditInterceptor).length;
    const readsBody = Object.keys(Reflect.getMetadata(ROUTE_ARGS, controller, name) ?? {}).some((key) =>
      key.startsWith(BODY),
    );
    const freshness = meta<FreshSignInRule>(FRESH_SIGN_IN, handler);
    return [
      {
        name: `${controller.name}.${name}`,
        method: RequestMethod[method],
        freshness,
        path,
        rule,
        guarded,
        audits,
        readsBody,
      },
    ];
  });
}

/** Every route of the app, found by walking its modules. */
export function everyRoute(): Route[] {
  return modulesBelow(AppModule).flatMap((module) => (meta<Type[]>('controllers', module) ?? []).flatMap(routesOf));
}
