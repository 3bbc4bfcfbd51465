import { appFamily, type Ignored, type IgnoredReason, isPlanned, type TaskInput } from '@switchyard/contracts';
import type { Template } from '@switchyard/database';
import { launchPermissions } from '../assignments/launch-options.js';
import { permittedParams } from './launch-params.js';

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
 * What the template lets this launch override, and what it asked for in vain. Another playbook counts as other
 * arguments, since both decide what is run.
 */
export function permittedOverrides(input: TaskInput, template: Template): { overrides: Overrides; ignored: Ignored[] } {
  const may = launchPermissions(template);
  const { params, ignored } = permittedParams(input.params, template);
  const overrides = {
    playbook: may.args ? input.playbook : '',
    arguments: may.args ? input.arguments : null,
    gitBranch: may.branch ? input.git_branch : null,
    commitHash: may.branch ? input.commit_hash : null,
    inventoryId: may.inventory ? input.inventory_id : null,
    params,
  };
  return { overrides, ignored: [...ignoredOverrides(input, template), ...ignored] };
}

function ignoredOverrides(input: TaskInput, template: Template): Ignored[] {
  const may = launchPermissions(template);
  const hasInventory = appFamily(template.app) === 'ansible' || isPlanned(template.app);
  const asked = [
    asks('playbook', may.args, input.playbook !== '' && input.playbook !== template.playbook),
    asks('arguments', may.args, hasArguments(input.arguments)),
    asks('git_branch', may.branch, input.git_branch !== null && input.git_branch !== template.gitBranch),
    asks('commit_hash', may.branch, input.commit_hash !== null),
    asks(
      'inventory_id',
      may.inventory,
      input.inventory_id !== null && input.inventory_id !== template.inventoryId,
      hasInventory ? 'not_allowed' : 'no_such_option',
    ),
  ];
  return asked.flat();
}

const hasArguments = (text: string | null): boolean => text !== null && text !== '[]' && text !== '{}';

/** @param isAsked the launch wants something else than the template */
function asks(name: string, isAllowed: boolean, isAsked: boolean, reason: IgnoredReason = 'not_allowed'): Ignored[] {
  return isAsked && !isAllowed ? [{ kind: 'option', name, reason }] : [];
}
