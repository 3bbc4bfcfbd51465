import {
  inventoryTypesOf,
  effectiveApp,
  isDefaultApp,
  isWorkspaceType,
  MAX_BUILD_CHAIN,
  type TemplateInput,
} from '@switchyard/contracts';
import { AccessKey, App, Inventory, Template } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { badMember } from '../http/refusals.js';
import { findReferenced, requireReferences } from '../project-resources/body-references.js';
import { templateResource } from '../resources/template.js';
import { lockBuildChain } from './build-chain.repository.js';

/**
 * Checks a body against the project and answers the row's members.
 * @param stored the template as it is; `null` when it is created
 * @throws 404 for an object that the project does not have, 400 for one that does not fit
 */
export async function templateMembers(
  manager: EntityManager,
  projectId: number,
  input: TemplateInput,
  stored: Template | null,
): Promise<Partial<Template>> {
  await requireApp(manager, input.app);
  const columns = templateResource.columns(input, stored);
  await requireReferences(manager, Template, projectId, columns);
  await requireInventory(manager, projectId, input, stored?.id);
  await requireBuild(manager, projectId, input, stored?.id);
  await requireVaultKeys(manager, projectId, input);
  return columns;
}

async function requireApp(manager: EntityManager, app: string): Promise<void> {
  const id = effectiveApp(app);
  if (!isDefaultApp(id) && !(await manager.existsBy(App, { id }))) {
    throw badMember('app', 'no_such_app');
  }
}

async function requireInventory(
  manager: EntityManager,
  projectId: number,
  input: TemplateInput,
  id: number | undefined,
): Promise<void> {
  const inventory = await findReferenced(manager, Inventory, projectId, ['inventory_id', input.inventory_id]);
  const types = inventoryTypesOf(input.app);
  if (inventory && types && !types.includes(inventory.type)) {
    throw badMember('inventory_id', 'inventory_type');
  }
  if (inventory && isOfOther(inventory, id)) {
    throw badMember('inventory_id', 'workspace_of_other');
  }
}

/** Whether the inventory is a workspace that is attached to another template than this one. */
const isOfOther = ({ type, templateId }: Inventory, id: number | undefined): boolean =>
  isWorkspaceType(type) && templateId !== null && templateId !== id;

/** A deploy stands on a build, or on another deploy; its version comes from the build at the end of the chain. */
async function requireBuild(
  manager: EntityManager,
  projectId: number,
  { build_template_id: buildId }: TemplateInput,
  id: number | undefined,
): Promise<void> {
  const build = await findReferenced(manager, Template, projectId, ['build_template_id', buildId]);
  if (!build || (build.type === 'build' && build.id !== id)) {
    return;
  }
  const chain = await lockBuildChain(manager, projectId, build.id);
  if (chain.some((template) => template.id === id)) {
    throw badMember('build_template_id', 'build_chain_circle');
  }
  if (chain.length > MAX_BUILD_CHAIN) {
    throw badMember('build_template_id', 'build_chain_long', { max: MAX_BUILD_CHAIN });
  }
  if (chain.at(-1)?.type !== 'build') {
    throw badMember('build_template_id', 'not_build_template');
  }
}

async function requireVaultKeys(manager: EntityManager, projectId: number, input: TemplateInput): Promise<void> {
  for (const { type, vault_key_id } of input.vaults) {
    const key = await findReferenced(manager, AccessKey, projectId, ['vault_key_id', vault_key_id]);
    if (type === 'password' && key?.type !== 'login_password') {
      throw badMember('vault_key_id', 'not_login_password');
    }
  }
}
