import type { JobPlanning, TerraformCheck } from '@switchyard/contracts';

/** Files that a plan is made from or written to. */
export interface PlanFiles {
  /** Where the plan is written, an absolute path. */
  plan: string;
  /** Variables as JSON, an absolute path. */
  variables: string;
}

/** How long a tool waits for a state that somebody else has locked. Arguments of the template come later and count more. */
const LOCK_TIMEOUT = '-lock-timeout=5m';

/**
 * Arguments of `init`. Questions are errors: nobody can answer one. Before a confirmed plan is applied nothing is resolved again: the
 * versions are those of its lock file, to which nothing may be added, because a plan is refused beside another lock file.
 */
export function initArguments({ upgrade, reconfigure, stages, confirmed_plan: confirmed }: JobPlanning): string[] {
  const versions = confirmed ? ['-lockfile=readonly'] : upgrade ? ['-upgrade'] : [];
  const given = confirmed ? stages.init.filter((argument) => !RESOLVES_AGAIN.test(argument)) : stages.init;
  return ['init', '-input=false', ...versions, ...(reconfigure ? ['-reconfigure'] : []), ...given];
}

/** Options that choose versions, or what may be written down about them. */
const RESOLVES_AGAIN = /^--?(upgrade|lockfile)(=|$)/;

/** Arguments that select a workspace and make it when it is missing. */
export const workspaceArguments = (workspace: string): string[] => [
  'workspace',
  'select',
  '-or-create=true',
  workspace,
];

/**
 * Arguments of `plan`. Exit codes: 0 = no changes, 1 = error, 2 = changes
 * (developer.hashicorp.com/terraform/cli/commands/plan, `-detailed-exitcode`).
 */
export function planArguments({ destroy, stages }: JobPlanning, files: PlanFiles): string[] {
  return [
    'plan',
    '-input=false',
    '-detailed-exitcode',
    LOCK_TIMEOUT,
    `-out=${files.plan}`,
    ...(destroy ? ['-destroy'] : []),
    `-var-file=${files.variables}`,
    ...stages.plan,
  ];
}

/** Arguments that apply exactly this plan. Variables are in the plan and must not be given again. */
export const applyArguments = ({ stages }: JobPlanning, plan: string): string[] => [
  'apply',
  '-input=false',
  LOCK_TIMEOUT,
  ...stages.apply,
  plan,
];

/** Arguments of `init` for a check, which needs modules and providers and no state. */
export const checkInitArguments = (planning: JobPlanning): string[] => [...initArguments(planning), '-backend=false'];

/** Arguments of a check. `fmt` ends with 3 when a file has another format (developer.hashicorp.com/terraform/cli/commands/fmt). */
export function checkArguments(check: TerraformCheck, files: Pick<PlanFiles, 'variables'>): string[] {
  switch (check) {
    case 'fmt':
      return ['fmt', '-check', '-diff', '-recursive'];
    case 'validate':
      return ['validate'];
    case 'test':
      return ['test', `-var-file=${files.variables}`];
  }
}

/** Arguments that print a plan as JSON. */
export const showArguments = (plan: string): string[] => ['show', '-json', plan];

/** Arguments that print the outputs in the state as JSON, also the sensitive ones. */
export const outputArguments = (): string[] => ['output', '-json', '-no-color'];
