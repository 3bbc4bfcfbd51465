import type { JobPlanning } from '@switchyard/contracts';

const QUIET = ['--non-interactive', '--color=always'];

/** Arguments that select a stack and make it when it is missing (pulumi.com/docs/iac/cli/commands/pulumi_stack_select). */
export const stackArguments = (stack: string): string[] => ['stack', 'select', '--create', stack, '--non-interactive'];

/**
 * Arguments that show what would be done. An update is saved as a plan that the later `up` is held to
 * (pulumi.com/docs/iac/concepts/update-plans); Pulumi has no such plan for a destruction.
 */
export function previewArguments({ destroy, workspace, stages }: JobPlanning, plan: string): string[] {
  const common = [...QUIET, '--stack', workspace, '--diff'];
  return destroy
    ? ['destroy', '--preview-only', ...common, ...stages.plan]
    : ['preview', ...common, `--save-plan=${plan}`, ...stages.plan];
}

/** Arguments that do what was previewed, without a second preview. */
export function upArguments({ destroy, workspace, stages }: JobPlanning, plan: string): string[] {
  const common = ['--yes', '--skip-preview', ...QUIET, '--stack', workspace];
  return destroy ? ['destroy', ...common, ...stages.apply] : ['up', ...common, `--plan=${plan}`, ...stages.apply];
}

/** Arguments that free a stack from the locks of updates that are over (pulumi.com/docs/iac/cli/commands/pulumi_cancel). */
export const cancelArguments = (stack: string): string[] => ['cancel', '--yes', '--non-interactive', '--stack', stack];

/** Arguments that print the state of a stack, its secrets encrypted (pulumi.com/docs/iac/cli/commands/pulumi_stack_export). */
export const exportArguments = (stack: string): string[] => ['stack', 'export', '--non-interactive', '--stack', stack];
