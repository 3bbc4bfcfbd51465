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

/** Whether more is asked for than the right to run tasks. Then no plan is applied without a decision. */
export const isConfirmationAsked = ({ confirmationRole, confirmationByOther }: ConfirmationRule): boolean =>
  confirmationRole !== 'task_runner' || confirmationByOther;
