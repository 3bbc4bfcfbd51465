import type { OverriddenSettings, Template } from '@switchyard/contracts';

/** The rule of launches, for a template as it is read. */
export const launchSettings = (template: Template): OverriddenSettings => ({
  app: template.app,
  playbook: template.playbook,
  gitBranch: template.git_branch,
  inventoryId: template.inventory_id,
  taskParams: template.task_params,
  confirmationRole: template.confirmation_role,
  confirmationByOther: template.confirmation_by_other,
  allowOverrideArgsInTask: template.allow_override_args_in_task,
  allowOverrideBranchInTask: template.allow_override_branch_in_task,
});
