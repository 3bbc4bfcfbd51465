import type { PlainCode } from '../errors/problem.js';

/** Stages of a planned app that are commands of their own. */
export type PlannedStage = 'init' | 'plan' | 'apply';

/** Options that a task cannot be given, and why. */
export interface ArgumentRule {
  /** Without their dashes. */
  names: readonly string[];
  /** Where they are refused. Absent = everywhere. */
  stages?: readonly PlannedStage[];
  /** Values that change nothing; `''` = the option alone. Absent = none. */
  harmless?: readonly string[];
  why: PlainCode;
  /**
   * The task would apply something else than was confirmed, apply nothing, or lose what it made. Such a task fails before it begins,
   * however its arguments were stored; other options are refused only when they are saved.
   */
  breaks?: boolean;
  /** It may be saved: clients store such an argument as an example of one. */
  savable?: boolean;
}

/** How Go's strconv.ParseBool reads a value of an option. */
const TRUE = ['1', 't', 'T', 'true', 'TRUE', 'True'] as const;
const FALSE = ['0', 'f', 'F', 'false', 'FALSE', 'False'] as const;
const ON = ['', ...TRUE] as const;

/** Of Terraform 1.11 and OpenTofu 1.12 (developer.hashicorp.com/terraform/cli/commands, opentofu.org/docs/cli/commands). */
const TERRAFORM: readonly ArgumentRule[] = [
  { names: ['out'], stages: ['plan'], why: 'argument_of_task', breaks: true },
  { names: ['detailed-exitcode'], stages: ['plan'], harmless: ON, why: 'argument_of_task', breaks: true },
  { names: ['input'], harmless: FALSE, why: 'argument_asks' },
  { names: ['h', 'help', 'v', 'version'], why: 'argument_does_nothing', breaks: true, savable: true },
  { names: ['json'], harmless: FALSE, why: 'argument_for_programs' },
  { names: ['lock'], harmless: ON, why: 'argument_without_lock' },
  { names: ['state', 'state-out'], stages: ['plan', 'apply'], why: 'argument_other_state', breaks: true },
  { names: ['backup'], stages: ['plan', 'apply'], why: 'argument_other_state' },
  { names: ['backend'], stages: ['init'], harmless: ON, why: 'argument_other_state' },
  { names: ['chdir'], why: 'argument_other_directory', breaks: true },
  {
    names: [
      'var',
      'var-file',
      'target',
      'target-file',
      'exclude',
      'exclude-file',
      'replace',
      'destroy',
      'refresh-only',
    ],
    stages: ['apply'],
    why: 'argument_of_plan',
  },
];

/** Of Terragrunt, old names and new (terragrunt.gruntwork.io/docs/reference/cli). */
const TERRAGRUNT: readonly ArgumentRule[] = [
  ...TERRAFORM,
  { names: ['all', 'graph'], harmless: FALSE, why: 'argument_many_plans', breaks: true },
  {
    names: ['out-dir', 'json-out-dir', 'terragrunt-out-dir', 'terragrunt-json-out-dir'],
    why: 'argument_many_plans',
    breaks: true,
  },
  { names: ['working-dir', 'terragrunt-working-dir'], why: 'argument_other_directory', breaks: true },
  { names: ['non-interactive', 'terragrunt-non-interactive'], harmless: ON, why: 'argument_asks' },
];

/** Of Pulumi 3 (pulumi.com/docs/iac/cli/commands). */
const PULUMI: readonly ArgumentRule[] = [
  { names: ['save-plan', 'plan'], why: 'argument_of_task', breaks: true },
  { names: ['preview-only'], stages: ['plan'], harmless: ON, why: 'argument_of_task', breaks: true },
  { names: ['preview-only'], stages: ['apply'], harmless: FALSE, why: 'argument_does_nothing', breaks: true },
  { names: ['h', 'help'], why: 'argument_does_nothing', breaks: true, savable: true },
  { names: ['s', 'stack'], why: 'argument_other_state', breaks: true },
  { names: ['config-file'], why: 'argument_other_directory' },
  { names: ['C', 'cwd'], why: 'argument_other_directory', breaks: true },
  { names: ['j', 'json'], harmless: FALSE, why: 'argument_for_programs' },
  { names: ['y', 'yes', 'skip-preview', 'non-interactive'], harmless: ON, why: 'argument_asks' },
  { names: ['interactive'], harmless: FALSE, why: 'argument_asks' },
];

/** The rules of an app that plans; none for any other. */
export const ARGUMENT_RULES: Readonly<Record<string, readonly ArgumentRule[]>> = {
  terraform: TERRAFORM,
  tofu: TERRAFORM,
  terragrunt: TERRAGRUNT,
  pulumi: PULUMI,
};

/** Options before the command that decide where an app of this name works. Others may be those of a program around it. */
export const LEADING_RULES: Readonly<Record<string, readonly ArgumentRule[]>> = {
  terraform: [{ names: ['chdir'], why: 'argument_other_directory' }],
  tofu: [{ names: ['chdir'], why: 'argument_other_directory' }],
  terragrunt: [{ names: ['working-dir', 'terragrunt-working-dir'], why: 'argument_other_directory' }],
  pulumi: [{ names: ['cwd'], why: 'argument_other_directory' }],
};
