import { refusedArgument } from '../app/refused-argument.js';
import { type Issue, issueAt, issuesOf } from '../errors/issue.js';
import { parseStageArguments } from '../primitives/stage-arguments.js';
import type { Ignored } from '../task/ignored.js';
import { OverrideForm, type TaskInput } from '../task/task.js';
import { type TaskParams, TERRAFORM_CHECKS } from '../task/task-params.js';
import {
  type LaunchOption,
  launchRefusal,
  type LaunchSettings,
  type ParamOption,
  templateParam,
} from './launch-option.js';
import { type EarlierTask, sentParams, type SentParams } from './sent-params.js';

/** The part of a template that a launch may override. */
export interface OverriddenSettings extends LaunchSettings {
  playbook: string;
  gitBranch: string | null;
  inventoryId: number | null;
}

/** The part of a launch that is about overrides. */
export type SentOverrides = SentParams &
  Pick<TaskInput, 'playbook' | 'arguments' | 'git_branch' | 'commit_hash' | 'inventory_id'>;

/** Overrides of a launch; empty = as in the template. */
export interface LaunchOverrides {
  playbook: string;
  /** Text of a JSON array of strings, or of an object of such arrays by stage. */
  arguments: string | null;
  gitBranch: string | null;
  commitHash: string | null;
  inventoryId: number | null;
  params: TaskParams;
}

export interface JudgedOverrides {
  overrides: LaunchOverrides;
  /** As they came in, see `boundedIgnored`. */
  ignored: Ignored[];
  /** Faults of overrides that are used. */
  issues: Issue[];
}

const PARAMS = [
  'limit',
  'tags',
  'skip_tags',
  'debug',
  'diff',
  'dry_run',
  'plan',
  'destroy',
  'auto_approve',
  'upgrade',
  'reconfigure',
  ...TERRAFORM_CHECKS,
] as const satisfies readonly ParamOption[];
const MEMBERS = ['playbook', 'arguments', 'git_branch', 'commit_hash', 'inventory_id'] as const;

/**
 * Separates the overrides of a launch: those that are used, those that the template does not allow, and faults in the form of the
 * used ones. Dropped ones are not checked further.
 * @param earlier the task whose id the launch carries; null without any
 */
export function launchOverrides(
  template: OverriddenSettings,
  sent: SentOverrides,
  earlier: EarlierTask | null = null,
): JudgedOverrides {
  const params = sentParams(sent, earlier);
  const refusal = (option: LaunchOption) =>
    option === 'commit_hash' && isCommitOf(earlier, sent, template) ? null : launchRefusal(template, option);
  const used = (option: LaunchOption): boolean => refusal(option) === null;
  const kept = {
    ...Object.fromEntries(MEMBERS.filter(used).map((name) => [name, sent[name]])),
    params: usedParams(params, used),
  };
  const changes = [
    ...MEMBERS.filter((name) => isOther(template, name, sent[name])),
    ...PARAMS.filter((name) => isOtherParam(template, name, params[name])),
  ];
  const ignored = changes.flatMap((name): Ignored[] => {
    const reason = refusal(name);
    return reason ? [{ kind: 'option', name, reason }] : [];
  });
  const { overrides, issues } = formed(kept);
  return { overrides, issues: [...issues, ...argumentIssues(template, overrides)], ignored };
}

function argumentIssues({ app, playbook }: OverriddenSettings, sent: LaunchOverrides): Issue[] {
  const stages = parseStageArguments(sent.arguments) ?? {};
  const fault = refusedArgument({ app, stages, directory: sent.playbook || playbook });
  return fault ? [issueAt(['arguments'], fault)] : [];
}

/** The commit of an earlier task of the branch that this launch may use runs again, wherever the branch is now. */
function isCommitOf(earlier: EarlierTask | null, { commit_hash }: SentOverrides, template: LaunchSettings): boolean {
  const isOfBranch = earlier?.gitBranch === null || launchRefusal(template, 'git_branch') === null;
  return earlier !== null && isOfBranch && earlier.commitHash !== null && earlier.commitHash === commit_hash;
}

function usedParams(params: TaskParams, used: (option: LaunchOption) => boolean): TaskParams {
  const names = PARAMS.filter((name) => params[name] && used(name));
  const level = names.includes('debug') ? { debug_level: params.debug_level } : {};
  return { ...Object.fromEntries(names.map((name) => [name, params[name]])), ...level };
}

const NOTHING = OverrideForm.parse({ params: {} });

function formed(kept: object): Pick<JudgedOverrides, 'overrides' | 'issues'> {
  const { data = NOTHING, error } = OverrideForm.safeParse(kept);
  const { git_branch: gitBranch, commit_hash: commitHash, inventory_id: inventoryId, ...others } = data;
  return { overrides: { ...others, gitBranch, commitHash, inventoryId }, issues: issuesOf(error?.issues ?? []) };
}

/** Whether a value is an override: it differs from the template's and is not as good as absent. */
function isOther(template: OverriddenSettings, name: (typeof MEMBERS)[number], value: unknown): boolean {
  const text = typeof value === 'string' ? value.trim() : value;
  const owned: Partial<Record<LaunchOption, unknown>> = {
    playbook: template.playbook,
    git_branch: template.gitBranch,
    inventory_id: template.inventoryId,
  };
  const none = name === 'arguments' ? ['', '[]', '{}'] : [''];
  return text !== null && text !== undefined && !none.includes(String(text)) && text !== owned[name];
}

function isOtherParam(template: LaunchSettings, name: ParamOption, value: unknown): boolean {
  const owned = templateParam(template, name);
  return Array.isArray(value)
    ? JSON.stringify(value) !== JSON.stringify(owned ?? [])
    : value === true && owned !== true;
}
