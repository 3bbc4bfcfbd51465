import type { INestApplication, Type } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';

/** A handler of a controller as the document names it: `<Controller>_<method>`. */
export interface DocumentedRoute {
  operationId: string;
  controller: Type;
  handler: object;
}

/** Every method of every controller of the app. */
export function documentedRoutes(app: INestApplication): DocumentedRoute[] {
  const scanner = new MetadataScanner();
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => {
    const controller = metatype as Type;
    return scanner.getAllMethodNames(controller.prototype as object).map((name) => {
      const handler = Reflect.get(controller.prototype as object, name) as object;
      return { operationId: `${controller.name}_${name}`, controller, handler };
    });
  });
}
