import { RequestMethod, type Type } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import { z } from 'zod';
import { AppModule } from '../app/app.module.js';
import { AuditInterceptor } from '../auth/audit/audit.interceptor.js';
import { ACCESS_RULE, type AccessRule } from '../auth/access/access.js';
import { DEMO_RULE, type DemoRule } from '../auth/access/demo-gate.js';
import { FRESH_SIGN_IN, type FreshSignInRule } from '../auth/access/fresh-sign-in.js';

/** Where Nest keeps what the parameters of a handler are, by kind and index; 3 is the body, 4 the query. */
const ROUTE_ARGS = '__routeArguments__';
const BODY = '3:';
const QUERY = '4:';

/** A route as its controller declares it. */
export interface Route {
  /** Controller and method, such as `KeysController.list`. */
  name: string;
  method: string;
  path: string;
  /** The method that serves it. */
  handler: object;
  controller: object;
  rule: AccessRule | undefined;
  /** Freshness that it requires of the session besides its rule. */
  freshness: FreshSignInRule | undefined;
  /** Rule of demo mode; undefined = it is refused there when it changes something. */
  demo: DemoRule | undefined;
  /** Whether a guard of its own stands before it. */
  guarded: boolean;
  /** Whether a parameter of the handler is the body. */
  readsBody: boolean;
  /** How often the audit is bound to it. */
  audits: number;
  /** Schemas of its parameters, that of the body among them. */
  schemas: z.ZodType[];
  body: z.ZodType | undefined;
  query: z.ZodType | undefined;
  /** Most bytes of its body, where it declares that. */
  limit: number | undefined;
}

/** A parameter as Nest keeps it. */
interface Parameter {
  schema?: unknown;
  pipes: unknown[];
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

/** The schema of a parameter, also when a pipe of ours holds it. */
function schemaOf({ schema, pipes }: Parameter): z.ZodType[] {
  const held = pipes.map((pipe) => (pipe as { schema?: unknown }).schema);
  return [schema, ...held].filter((each): each is z.ZodType => each instanceof z.ZodType);
}

function parametersOf(controller: Type, name: string): Pick<Route, 'schemas' | 'body' | 'query' | 'readsBody'> {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS, controller, name) ?? {}) as Record<string, Parameter>;
  const entries = Object.entries(parameters);
  const schemasOf = (kind: string): z.ZodType[] =>
    entries.filter(([key]) => key.startsWith(kind)).flatMap(([, parameter]) => schemaOf(parameter));
  const [body] = schemasOf(BODY);
  const [query] = schemasOf(QUERY);
  return { schemas: schemasOf(''), body, query, readsBody: entries.some(([key]) => key.startsWith(BODY)) };
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
    const freshness = meta<FreshSignInRule>(FRESH_SIGN_IN, handler);
    const demo = meta<DemoRule>(DEMO_RULE, handler);
    const limit = meta<{ bodyLimit?: number }>(FASTIFY_ROUTE_CONFIG_METADATA, handler)?.bodyLimit;
    const facts = {
      handler,
      controller,
      freshness,
      demo,
      path,
      rule,
      guarded,
      audits,
      limit,
      ...parametersOf(controller, name),
    };
    return [{ name: `${controller.name}.${name}`, method: RequestMethod[method], ...facts }];
  });
}

/** Every route of the app, found by walking its modules. */
export function everyRoute(): Route[] {
  return modulesBelow(AppModule).flatMap((module) => (meta<Type[]>('controllers', module) ?? []).flatMap(routesOf));
}
