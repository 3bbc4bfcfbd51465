import { describe, expect, it } from '@jest/globals';
import { RequestMethod, type DynamicModule, type Type } from '@nestjs/common';
import { createLogger } from '@switchyard/server';
import { AppModule } from './app.module.js';
import { ACCESS_RULE, PROJECT_PARAM, type AccessRule } from './auth/access.js';
import { apiConfigSchema } from './config.js';

interface Route {
  name: string;
  method: string;
  path: string;
  rule: AccessRule | undefined;
  guarded: boolean;
}

const meta = <T>(key: string, target: object): T | undefined => Reflect.getMetadata(key, target) as T | undefined;

function modulesBelow(module: Type | DynamicModule, seen: Set<unknown> = new Set()): Type[] {
  const type = 'module' in module ? module.module : module;
  if (seen.has(type)) {
    return [];
  }
  seen.add(type);
  const own = 'module' in module ? (module.imports ?? []) : [];
  const imports = [...own, ...(meta<(Type | DynamicModule)[]>('imports', type) ?? [])] as (Type | DynamicModule)[];
  return [type, ...imports.flatMap((item) => modulesBelow(item, seen))];
}

function routesOf(controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, object>;
  const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  return names.flatMap((name) => {
    const handler = prototype[name];
    const method = handler && meta<RequestMethod>('method', handler);
    if (!handler || method === undefined) {
      return [];
    }
    const path = [meta<string>('path', controller), meta<string>('path', handler)].join('/').replace(/\/+/g, '/');
    const rule = meta<AccessRule>(ACCESS_RULE, handler) ?? meta<AccessRule>(ACCESS_RULE, controller);
    const guarded = [handler, controller].some((target) => (meta<unknown[]>('__guards__', target) ?? []).length > 0);
    return [{ name: `${controller.name}.${name}`, method: RequestMethod[method], path, rule, guarded }];
  });
}

function everyRoute(): Route[] {
  const config = apiConfigSchema.parse({ SWITCHYARD_DATABASE_URL: 'postgres://localhost/none' });
  const app = AppModule.forRoot(config, createLogger({ name: 'api', level: 'fatal' }));
  return modulesBelow(app).flatMap((module) => (meta<Type[]>('controllers', module) ?? []).flatMap(routesOf));
}

const names = (routes: Route[]): string[] => routes.map(({ name }) => name);

describe('every route', () => {
  const routes = everyRoute();

  it('should be found by this test', () => {
    expect(routes.length).toBeGreaterThan(50);
    expect(names(routes)).toEqual(expect.arrayContaining(['KeysController.list', 'TasksController.create']));
  });

  it('should declare who may call it', () => {
    expect(names(routes.filter(({ rule }) => rule === undefined))).toEqual([]);
  });

  it('should be public only when it is one of these', () => {
    const open = names(routes.filter(({ rule }) => rule?.kind === 'public')).filter(
      (name) => !name.startsWith('Runner'),
    );
    expect(open.sort()).toEqual([
      'LoginController.login',
      'LoginController.loginData',
      'LoginController.logout',
      'SystemController.health',
      'SystemController.ping',
    ]);
  });

  it('should carry the guard of the runner gateway when it is for runners', () => {
    expect(names(routes.filter(({ rule, guarded }) => rule?.kind === 'runner' && !guarded))).toEqual([]);
  });

  it('should check the project when its path names one, and only then', () => {
    const differs = ({ path, rule }: Route): boolean =>
      path.includes(`:${PROJECT_PARAM}`) !== (rule?.kind === 'member' || rule?.kind === 'permission');
    expect(names(routes.filter(differs))).toEqual([]);
  });

  it('should need a permission when it changes something of a project, but for leaving it', () => {
    const lax = routes.filter(({ method, rule }) => rule?.kind === 'member' && method !== 'GET');
    expect(names(lax)).toEqual(['MembersController.leave']);
  });
});
