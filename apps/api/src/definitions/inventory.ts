import {
  effectiveApp,
  Inventory as WireInventory,
  InventoryInput,
  inventoryTypesOf,
  isForeignStack,
  issueAt,
  meantOfTwo,
} from '@switchyard/contracts';
import { yamlProblem } from '@switchyard/contracts/yaml';
import { AccessKey, Inventory, Template, TerraformAlias } from '@switchyard/database';
import { invalidRequest, MEBIBYTE } from '@switchyard/server';
import { type EntityManager, type FindOptionsWhere, In, IsNull } from 'typeorm';
import { z } from 'zod';
import { findById } from '../platform/database/owned-rows.repository.js';
import { badMember } from '../platform/http/refusals.js';
import { definePlain } from './definition.js';
import { ListQuery } from '../platform/http/list-query.js';

/**
 * `app` keeps the types of that app; `template_id` the inventories attached to that template. Without it those that are attached to
 * any are listed with `attached=true` only.
 */
const InventoryListQuery = ListQuery.extend({
  app: z.string().max(64).optional(),
  template_id: z.coerce.number().int().optional(),
  attached: z.enum(['true', 'false']).optional(),
});

/** Inventories, against which tasks run. */
export const inventoryResource = definePlain({
  entity: Inventory,
  noun: 'inventory',
  plural: 'Inventories',
  path: 'inventory',
  list: 'inventories',
  label: 'name',
  title: ({ name }) => name,
  members: {
    name: 'shown',
    type: 'shown',
    inventory: 'content',
    sshKeyId: 'shown',
    becomeKeyId: 'shown',
    repositoryId: 'shown',
    templateId: 'shown',
    runnerTag: 'shown',
  },
  backup: { section: 'inventories' },
  parts: [{ entity: TerraformAlias, owner: 'inventoryId' }],
  input: InventoryInput,
  output: WireInventory,
  bodyLimit: 4 * MEBIBYTE,
  query: InventoryListQuery,
  filter: rowsOf,
  sorts: { name: (inventory) => inventory.name },
  example: () => ({ name: 'i', type: 'static', inventory: 'localhost' }),
  columns,
  check: requireFit,
  toWire: toInventory,
});

function rowsOf({ app, template_id: templateId, attached }: z.infer<typeof InventoryListQuery>) {
  const types = app ? { type: In(inventoryTypesOf(app) ?? []) } : {};
  const owners = templateId === undefined && attached === 'true' ? {} : { templateId: templateId ?? IsNull() };
  return { ...owners, ...types } satisfies FindOptionsWhere<Inventory>;
}

function columns(input: InventoryInput, stored: Inventory | null): Partial<Inventory> {
  return {
    name: input.name,
    type: input.type,
    inventory: input.inventory,
    sshKeyId: input.ssh_key_id,
    becomeKeyId: input.become_key_id,
    repositoryId: input.repository_id,
    templateId: templateIdOf(input, stored),
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

async function requireFit(
  manager: EntityManager,
  { templateId, type, inventory, becomeKeyId }: Partial<Inventory>,
  stored: Inventory | null,
): Promise<void> {
  const fault = type === 'static-yaml' ? yamlProblem(inventory ?? '') : null;
  if (fault) {
    throw invalidRequest([issueAt(['inventory'], fault)]);
  }
  await requireTemplate(manager, { templateId, type, inventory });
  // One that is stored already may stay, so that the rest of its inventory can be changed.
  if (becomeKeyId && becomeKeyId !== stored?.becomeKeyId) {
    await requireLogin(manager, becomeKeyId);
  }
}

/** @throws 400 when the app of the template that it is attached to cannot use it */
async function requireTemplate(
  manager: EntityManager,
  { templateId, type, inventory = '' }: Partial<Inventory>,
): Promise<void> {
  const template = templateId ? await findById(manager, Template, templateId) : null;
  if (!template || !type) {
    return;
  }
  const app = effectiveApp(template.app);
  if (!inventoryTypesOf(app)?.includes(type)) {
    throw badMember('template_id', 'app_inventory_type');
  }
  if (isForeignStack(app, { type, inventory })) {
    throw badMember('inventory', 'stack_name');
  }
}

/** Whether tasks can become another user with the key: with its password, or without one. */
export const isBecomeKey = ({ type }: Pick<AccessKey, 'type'>): boolean => type === 'login_password' || type === 'none';

/** @throws 400 for a key that holds no password to become another user with */
async function requireLogin(manager: EntityManager, id: number): Promise<void> {
  const key = await findById(manager, AccessKey, id);
  if (key && !isBecomeKey(key)) {
    throw badMember('become_key_id', 'not_login_password');
  }
}

function toInventory(row: Inventory): WireInventory {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    type: row.type,
    inventory: row.inventory,
    ssh_key_id: row.sshKeyId,
    become_key_id: row.becomeKeyId,
    repository_id: row.repositoryId,
    template_id: row.templateId,
    holder_id: row.templateId,
    runner_tag: row.runnerTag,
  };
}
