import { appFamily, type AppFamily } from '../app/app-family.js';
import { own } from '../own.js';
import { type ConfirmationRule, isConfirmationAsked } from '../template/confirmation-rule.js';
import type { IgnoredReason } from '../task/ignored.js';
import type { TaskParams } from '../task/task-params.js';

/** The part of a template that decides which options a launch may set. */
export interface LaunchSettings extends ConfirmationRule {
  app: string;
  /** `null` = none were sent. */
  taskParams: Readonly<Record<string, unknown>> | null;
  allowOverrideArgsInTask: boolean;
  allowOverrideBranchInTask: boolean;
}

/** A launch option within `params`; `debug_level` belongs to `debug`. */
export type ParamOption = Exclude<keyof TaskParams, 'debug_level'>;

/** Options of a launch that override its template, by the name under which they are sent. */
export type LaunchOption = 'playbook' | 'arguments' | 'git_branch' | 'commit_hash' | 'inventory_id' | ParamOption;

interface OptionRule {
  /** The apps that have the option; absent = all. */
  families?: readonly AppFamily[];
  /** Whether the template lets a launch set it; absent = always. */
  isAllowed?: (template: LaunchSettings) => boolean;
}

const ANSIBLE = ['ansible'] as const;
const TERRAFORM = ['terraform'] as const;
const PLANNED = [...TERRAFORM, 'pulumi'] as const;

/** A launch default or permission of a template. */
export const templateParam = ({ taskParams }: Pick<LaunchSettings, 'taskParams'>, name: string): unknown =>
  own(taskParams ?? {}, name);

const param =
  (name: string) =>
  (template: LaunchSettings): boolean =>
    templateParam(template, name) === true;
/** Templates that were made without the member allow it. */
const isDebugAllowed = (template: LaunchSettings): boolean => templateParam(template, 'allow_debug') !== false;
const isArgumentsAllowed = (template: LaunchSettings): boolean => template.allowOverrideArgsInTask;
const isBranchAllowed = (template: LaunchSettings): boolean => template.allowOverrideBranchInTask;

/** Where the template approves every plan, there is nothing left for a launch to set; where it asks for somebody, nobody may leave them out. */
const isApprovalAllowed = (template: LaunchSettings): boolean =>
  param('allow_auto_approve')(template) && !param('auto_approve')(template) && !isConfirmationAsked(template);

/** Another playbook counts as other arguments, and a commit as another branch: both decide which code is run. */
const RULES: Readonly<Record<LaunchOption, OptionRule>> = {
  playbook: { isAllowed: isArgumentsAllowed },
  arguments: { isAllowed: isArgumentsAllowed },
  git_branch: { isAllowed: isBranchAllowed },
  commit_hash: { isAllowed: isBranchAllowed },
  inventory_id: { families: [...ANSIBLE, ...PLANNED], isAllowed: param('allow_override_inventory') },
  limit: { families: ANSIBLE, isAllowed: param('allow_override_limit') },
  tags: { families: ANSIBLE, isAllowed: param('allow_override_tags') },
  skip_tags: { families: ANSIBLE, isAllowed: param('allow_override_skip_tags') },
  debug: { families: ANSIBLE, isAllowed: isDebugAllowed },
  diff: { families: ANSIBLE },
  dry_run: { families: ANSIBLE },
  plan: { families: PLANNED },
  destroy: { families: PLANNED, isAllowed: param('allow_destroy') },
  auto_approve: { families: PLANNED, isAllowed: isApprovalAllowed },
  upgrade: { families: PLANNED },
  reconfigure: { families: PLANNED },
  fmt: { families: TERRAFORM },
  validate: { families: TERRAFORM },
  test: { families: TERRAFORM },
};

/** Why a launch may not set the option; `null` = it may. The one rule for forms, launches and jobs. */
export function launchRefusal(template: LaunchSettings, option: LaunchOption): IgnoredReason | null {
  const { families, isAllowed } = RULES[option];
  if (families && !families.includes(appFamily(template.app))) {
    return 'no_such_option';
  }
  return isAllowed && !isAllowed(template) ? 'not_allowed' : null;
}

/** Whether a launch may set the option, see {@link launchRefusal}. */
export const mayLaunchWith = (template: LaunchSettings, option: LaunchOption): boolean =>
  launchRefusal(template, option) === null;
