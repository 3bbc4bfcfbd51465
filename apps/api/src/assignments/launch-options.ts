import { appFamily, DEFAULT_DEBUG_LEVEL, isPlanned, type JobParams, parseObject, own } from '@switchyard/contracts';
import type { Task, Template } from '@switchyard/database';

/** Launch options a task may set, as the template allows them. */
export interface LaunchPermissions {
  limit: boolean;
  tags: boolean;
  skipTags: boolean;
  debug: boolean;
  inventory: boolean;
  branch: boolean;
  args: boolean;
  /** Apply a plan without asking. */
  autoApprove: boolean;
  /** Plan the removal of everything. */
  destroy: boolean;
}

/** What a template lets a task override; everything is forbidden unless switched on. */
export function launchPermissions(
  template: Pick<Template, 'taskParams' | 'allowOverrideArgsInTask' | 'allowOverrideBranchInTask' | 'app'>,
): LaunchPermissions {
  const on = (name: string): boolean => own(template.taskParams, name) === true;
  const ansible = appFamily(template.app) === 'ansible';
  const planned = isPlanned(template.app);
  return {
    limit: ansible && on('allow_override_limit'),
    tags: ansible && on('allow_override_tags'),
    skipTags: ansible && on('allow_override_skip_tags'),
    debug: ansible && on('allow_debug'),
    inventory: (ansible || planned) && on('allow_override_inventory'),
    branch: template.allowOverrideBranchInTask,
    args: template.allowOverrideArgsInTask,
    autoApprove: planned && on('allow_auto_approve'),
    destroy: planned && on('allow_destroy'),
  };
}

/** The task's launch options laid over the template's; a list the task sent replaces the template's, even when empty. */
export function jobParams(task: Pick<Task, 'params'>, template: Parameters<typeof launchPermissions>[0]): JobParams {
  const may = launchPermissions(template);
  const list = (name: string, allowed: boolean): string[] =>
    (allowed ? strings(own(task.params, name)) : undefined) ?? strings(own(template.taskParams, name)) ?? [];
  const level = Number(task.params['debug_level'] ?? DEFAULT_DEBUG_LEVEL);
  return {
    limit: list('limit', may.limit),
    tags: list('tags', may.tags),
    skip_tags: list('skip_tags', may.skipTags),
    verbosity: may.debug && task.params['debug'] === true ? Math.min(6, Math.max(1, level)) : 0,
    diff: task.params['diff'] === true,
    check: task.params['dry_run'] === true,
  };
}

/** Variables of the environment overlaid with the task's own. */
export function mergeVariables(environmentJson: string | undefined, taskJson: string): Record<string, unknown> {
  return { ...parseObject(environmentJson), ...parseObject(taskJson) };
}

/** The scalars of a JSON object as text, as a process environment holds them; null and nested values are left out. */
export function textValues(json: string | null | undefined): Record<string, string> {
  const scalars = Object.entries(parseObject(json)).filter(([, value]) => value !== null && typeof value !== 'object');
  return Object.fromEntries(scalars.map(([name, value]) => [name, String(value)]));
}

function strings(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;
}
