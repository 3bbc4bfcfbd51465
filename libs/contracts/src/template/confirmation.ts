import { type Problem, problem } from '../errors/problem.js';
import { allows, type PermissionName } from '../permission/rights.js';
import type { ConfirmationRole, ConfirmationRule } from './confirmation-rule.js';

export * from './confirmation-rule.js';

/** A right that the role has and the one below it has not. */
const RIGHTS: Readonly<Record<ConfirmationRole, PermissionName>> = {
  task_runner: 'runProjectTasks',
  manager: 'manageProjectResources',
  owner: 'updateProject',
};

interface Decider {
  userId: number;
  /** Their permission bits in the project. */
  permissions: number;
  /** Who started the task; `null` = nobody did. */
  starterId: number | null;
}

/** Why somebody may not confirm a plan; `null` = they may. */
export function confirmationRefusal(
  { confirmationRole, confirmationByOther }: ConfirmationRule,
  { userId, permissions, starterId }: Decider,
): Problem | null {
  if (!allows(permissions, RIGHTS[confirmationRole])) {
    return problem(confirmationRole === 'owner' ? 'confirm_owner' : 'confirm_manager');
  }
  return confirmationByOther && starterId === userId ? problem('confirm_other') : null;
}
