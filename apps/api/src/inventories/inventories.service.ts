import { Injectable } from '@nestjs/common';
import {
  effectiveApp,
  inventoryTypesOf,
  meantOfTwo,
  type Inventory as WireInventory,
  type InventoryInput,
  type ObjectReferences,
} from '@switchyard/contracts';
import { AccessKey, GitRepository, Inventory, Template } from '@switchyard/database';
import { In, IsNull, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Caller } from '../auth/access/caller.js';
import { ListQuery, sorted } from '../project-resources/list-query.js';
import { badMember } from '../http/refusals.js';
import { findReferenced, requireSamePlace } from '../project-resources/owned-rows.js';
import { ResourceStores, type ResourceStore } from '../project-resources/resource-store.js';
import { toInventory } from './inventory.mapper.js';

/** `app` keeps the types of that app; `template_id` the inventories attached to that template. */
export const InventoryListQuery = ListQuery.extend({
  app: z.string().max(64).optional(),
  template_id: z.coerce.number().int().optional(),
});
export type InventoryListQuery = z.infer<typeof InventoryListQuery>;

/** What tasks run against. */
@Injectable()
export class InventoriesService {
  private readonly store: ResourceStore<Inventory>;

  constructor(stores: ResourceStores) {
    this.store = stores.of({ entity: Inventory, objectType: 'inventory', title: ({ name }) => `Inventory ${name}` });
  }

  /** Inventories that are attached to a template are listed with `template_id` only. */
  async list(projectId: number, query: InventoryListQuery): Promise<WireInventory[]> {
    const rows = await this.store.rows(projectId, {
      templateId: query.template_id ?? IsNull(),
      ...(query.app ? { type: In(inventoryTypesOf(query.app) ?? []) } : {}),
    });
    return sorted(rows.map(toInventory), query, { name: (inventory) => inventory.name });
  }

  async read(projectId: number, id: number): Promise<WireInventory> {
    return toInventory(await this.store.row(projectId, id));
  }

  refs(projectId: number, id: number): Promise<ObjectReferences> {
    return this.store.refs(projectId, id);
  }

  async create(caller: Caller, projectId: number, input: InventoryInput): Promise<WireInventory> {
    requireSamePlace(input, projectId);
    return toInventory(
      await this.store.create(caller, projectId, (manager) => members(manager, projectId, input, null)),
    );
  }

  async update(caller: Caller, projectId: number, id: number, input: InventoryInput): Promise<void> {
    requireSamePlace(input, projectId, id);
    await this.store.update(caller, projectId, id, (manager, row) => members(manager, projectId, input, row));
  }

  remove(caller: Caller, projectId: number, id: number): Promise<void> {
    return this.store.remove(caller, projectId, id);
  }
}

async function members(
  manager: EntityManager,
  projectId: number,
  input: InventoryInput,
  stored: Inventory | null,
): Promise<Omit<Inventory, 'id' | 'projectId'>> {
  await findReferenced(manager, AccessKey, projectId, ['ssh_key_id', input.ssh_key_id]);
  await findReferenced(manager, AccessKey, projectId, ['become_key_id', input.become_key_id]);
  await findReferenced(manager, GitRepository, projectId, ['repository_id', input.repository_id]);
  const templateId = templateIdOf(input, stored);
  const template = await findReferenced(manager, Template, projectId, ['template_id', templateId]);
  requireFit(input, template);
  return {
    name: input.name,
    type: input.type,
    inventory: input.inventory,
    sshKeyId: input.ssh_key_id,
    becomeKeyId: input.become_key_id,
    repositoryId: input.repository_id,
    templateId,
    runnerTag: input.runner_tag,
  };
}

/** A body carries the owning template as `template_id`, as `holder_id`, or both. */
function templateIdOf({ template_id, holder_id }: InventoryInput, stored: Inventory | null): number | null {
  const asList = (id: number | null): number[] => (id === null ? [] : [id]);
  const list = template_id === undefined ? undefined : asList(template_id);
  const [id] = meantOfTwo({ list, first: holder_id }, asList(stored?.templateId ?? null));
  return id ?? null;
}

function requireFit({ type }: InventoryInput, template: Template | null): void {
  if (template && !inventoryTypesOf(effectiveApp(template.app))?.includes(type)) {
    throw badMember('template_id', 'app_inventory_type');
  }
}
