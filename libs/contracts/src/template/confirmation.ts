import { type Problem, problem } from '../errors/problem.js';
import { allows, type PermissionName } from '../permission/rights.js';

/** Roles that may be asked for, the least first. */
export const CONFIRMATION_ROLES = ['task_runner', 'manager', 'owner'] as const;
export type ConfirmationRole = (typeof CONFIRMATION_ROLES)[number];

/** Who may confirm the plans of a template. */
export interface ConfirmationRule {
  /** The least role. Administrators count as owners. */
  confirmationRole: ConfirmationRole;
  /** The person who started the task may not. */
  confirmationByOther: boolean;
}

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

/** Whether more is asked for than the right to run tasks. Then no plan is applied without a decision. */
export const isConfirmationAsked = ({ confirmationRole, confirmationByOther }: ConfirmationRule): boolean =>
  confirmationRole !== 'task_runner' || confirmationByOther;
