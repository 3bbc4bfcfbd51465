import {
  inventoryTypesOf,
  isForeignStack,
  isWorkspaceType,
  MAX_BUILD_CHAIN,
  type Problem,
  problem,
} from '@switchyard/contracts';
import type { Inventory, Template } from '@switchyard/database';

/**
 * Why a template of an app cannot have the inventory; `null` = it can. One with hosts is left alone by an app that takes
 * workspaces. @param id of its template; absent when that is created
 */
export function inventoryFault(
  app: string,
  given: Pick<Inventory, 'type' | 'inventory' | 'templateId'>,
  id: number | undefined,
): Problem | null {
  const { type, templateId } = given;
  const isWorkspace = isWorkspaceType(type);
  if (isWorkspace && inventoryTypesOf(app)?.includes(type) === false) {
    return problem('inventory_type');
  }
  if (isForeignStack(app, given)) {
    return problem('stack_name');
  }
  const isOfOther = isWorkspace && templateId !== null && templateId !== id;
  return isOfOther ? problem('workspace_of_other') : null;
}

/**
 * Why a deploy cannot stand on these templates: it stands on a build, or on another deploy; its version comes from the
 * build at the end of the chain.
 * @param chain from the one that it names; one more than are allowed where there are too many
 * @param id of the deploy; absent when it is created
 */
export function buildChainFault(
  chain: readonly Pick<Template, 'id' | 'type'>[],
  id: number | undefined,
): Problem | null {
  if (chain.some((template) => template.id === id)) {
    return problem('build_chain_circle');
  }
  if (chain.length > MAX_BUILD_CHAIN) {
    return problem('build_chain_long', { max: MAX_BUILD_CHAIN });
  }
  return chain.at(-1)?.type === 'build' ? null : problem('not_build_template');
}
