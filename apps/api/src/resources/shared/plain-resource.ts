import { Inject, Injectable, Module, type Type } from '@nestjs/common';
import type { z } from 'zod';
import type { ResourceNoun } from '../../definitions/all-resources.js';
import type { PlainResource } from '../../definitions/definition.js';
import type { OwnedRow } from '../../platform/database/owned-rows.repository.js';
import type { NamedPlace } from './body-references.js';
import { ResourceService } from './resource.service.js';
import { resourceController } from './resource-controller.js';
import { ResourceStores } from './resource-store.js';

/** The module of a resource that needs nothing but its definition. */
export function plainResource<E extends OwnedRow, I extends NamedPlace, W extends { id: number }, Q extends z.ZodType>(
  kind: PlainResource<E, I, W, Q> & { noun: ResourceNoun },
): Type {
  @Injectable()
  class PlainService extends ResourceService<E, I, W, Q> {
    constructor(@Inject(ResourceStores) stores: ResourceStores) {
      super(stores, kind);
    }
  }
  class PlainController extends resourceController(kind, PlainService) {}
  // The audit names its actions by the controller.
  Object.defineProperty(PlainController, 'name', { value: `${kind.plural}Controller` });

  @Module({ controllers: [PlainController], providers: [PlainService] })
  class PlainModule {}
  return PlainModule;
}
