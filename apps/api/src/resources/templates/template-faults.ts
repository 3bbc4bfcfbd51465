import {
  inventoryTypesOf,
  isConfirmationAsked,
  isForeignStack,
  isWorkspaceType,
  MAX_BUILD_CHAIN,
  type Problem,
  problem,
} from '@switchyard/contracts';
import type { Inventory, Template } from '@switchyard/database';
import type { ApiConfig } from '../../platform/config.js';
import { publicAddress } from '../../platform/http/public-address.js';

/**
 * Why a template of an app cannot have the inventory; `null` = it can. One with hosts is left alone by an app that takes
 * workspaces. Several templates may use a workspace that one of them holds.
 */
export function inventoryFault(app: string, given: Pick<Inventory, 'type' | 'inventory'>): Problem | null {
  const { type } = given;
  if (isWorkspaceType(type) && inventoryTypesOf(app)?.includes(type) === false) {
    return problem('inventory_type');
  }
  return isForeignStack(app, given) ? problem('stack_name') : null;
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

/** Why the plans of pull requests cannot be applied in the chosen way; `null` = they can. Nobody knows which person a merge is of. */
export function reviewFault({
  pullRequestApply,
  confirmationRole = 'task_runner',
  confirmationByOther = false,
}: Partial<Template>): Problem | null {
  return pullRequestApply === 'merge' && isConfirmationAsked({ confirmationRole, confirmationByOther })
    ? problem('merge_without_rule')
    : null;
}

/** Why attempts of a template get no ID tokens; `null` = they do, or none are asked for. Tokens name their issuer, which is the address that people use. */
export const idTokensFault = (
  { idTokens = [] }: Partial<Template>,
  config: Pick<ApiConfig, 'SWITCHYARD_WEB_HOST'>,
): Problem | null =>
  idTokens.length > 0 && publicAddress(config) === null
    ? problem('id_tokens_no_address', { setting: 'SWITCHYARD_WEB_HOST' })
    : null;
