import { effectiveApp, isDefaultApp, issueAt, type Problem, type TemplateInput } from '@switchyard/contracts';
import { AccessKey, Inventory, Template } from '@switchyard/database';
import { invalidRequest } from '@switchyard/server';
import type { EntityManager } from 'typeorm';
import { badMember } from '../../platform/http/refusals.js';
import { findReferenced, requireReferences } from '../shared/body-references.js';
import { isBecomeKey } from '../../definitions/inventory.js';
import { templateResource } from '../../definitions/template.js';
import { buildChainFault, inventoryFault, reviewFault } from './template-faults.js';
import { isStoredApp, lockBuildChain } from './template.repository.js';

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
  requireNone('pull_request_apply', reviewFault(columns));
  await requireReferences(manager, Template, projectId, columns);
  await requireInventory(manager, projectId, input);
  await requireBuild(manager, projectId, input, stored?.id);
  await requireVaultKeys(manager, projectId, input);
  await requireImageKey(manager, projectId, input);
  return columns;
}

async function requireApp(manager: EntityManager, app: string): Promise<void> {
  const id = effectiveApp(app);
  if (!isDefaultApp(id) && !(await isStoredApp(manager, id))) {
    throw badMember('app', 'no_such_app');
  }
}

async function requireInventory(manager: EntityManager, projectId: number, input: TemplateInput): Promise<void> {
  const inventory = await findReferenced(manager, Inventory, projectId, ['inventory_id', input.inventory_id]);
  requireNone('inventory_id', inventory && inventoryFault(input.app, inventory));
}

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
  requireNone('build_template_id', buildChainFault(chain, id));
}

/** @throws 400 at the member */
export function requireNone(member: string, fault: Problem | null): void {
  if (fault) {
    throw invalidRequest([issueAt([member], fault)]);
  }
}

async function requireImageKey(manager: EntityManager, projectId: number, input: TemplateInput): Promise<void> {
  const key = await findReferenced(manager, AccessKey, projectId, ['image_key_id', input.image_key_id ?? null]);
  if (key && !isBecomeKey(key)) {
    throw badMember('image_key_id', 'not_login_password');
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
