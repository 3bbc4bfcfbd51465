import { appFamily, isPlanned, type TaskInput } from '@switchyard/contracts';
import type { Template } from '@switchyard/database';
import { launchPermissions } from '../assignments/launch-options.js';

/** The part of a launch that replaces something of the template. */
export interface Overrides {
  playbook: string;
  arguments: string | null;
  gitBranch: string | null;
  commitHash: string | null;
  inventoryId: number | null;
  params: Record<string, unknown>;
}

/**
 * What the template lets this launch override; the rest is dropped. Another playbook counts as other arguments, since
 * both decide what is run.
 */
export function permittedOverrides(input: TaskInput, template: Template): Overrides {
  const may = launchPermissions(template);
  return {
    playbook: may.args ? input.playbook : '',
    arguments: may.args ? input.arguments : null,
    gitBranch: may.branch ? input.git_branch : null,
    commitHash: may.branch ? input.commit_hash : null,
    inventoryId: may.inventory ? input.inventory_id : null,
    params: { ...ansibleParams(input, template), ...plannedParams(input, template) },
  };
}

function ansibleParams({ params }: TaskInput, template: Template): Record<string, unknown> {
  if (appFamily(template.app) !== 'ansible') {
    return {};
  }
  const may = launchPermissions(template);
  const { limit, tags, skip_tags, debug, debug_level, diff, dry_run } = params;
  return {
    ...(may.limit && limit ? { limit } : {}),
    ...(may.tags && tags ? { tags } : {}),
    ...(may.skipTags && skip_tags ? { skip_tags } : {}),
    ...(may.debug && debug ? { debug, debug_level } : {}),
    ...(diff ? { diff } : {}),
    ...(dry_run ? { dry_run } : {}),
  };
}

function plannedParams({ params }: TaskInput, template: Template): Record<string, unknown> {
  if (!isPlanned(template.app)) {
    return {};
  }
  const may = launchPermissions(template);
  const { plan, destroy, auto_approve, upgrade, reconfigure } = params;
  return {
    ...(plan ? { plan } : {}),
    ...(may.destroy && destroy ? { destroy } : {}),
    ...(may.autoApprove && auto_approve ? { auto_approve } : {}),
    ...(upgrade ? { upgrade } : {}),
    ...(reconfigure ? { reconfigure } : {}),
  };
}
