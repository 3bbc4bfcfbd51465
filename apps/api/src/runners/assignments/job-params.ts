import {
  DEFAULT_DEBUG_LEVEL,
  ExactNumber,
  type JobParams,
  type LaunchSettings,
  mayLaunchWith,
  own,
  parseExactObject,
  templateParam,
} from '@switchyard/contracts';
import type { Task } from '@switchyard/database';

/** The task's launch options laid over the template's; a list the task sent replaces the template's, even when empty. */
export function jobParams(task: Pick<Task, 'params'>, template: LaunchSettings): JobParams {
  const list = (name: 'limit' | 'tags' | 'skip_tags'): string[] =>
    (mayLaunchWith(template, name) ? strings(own(task.params, name)) : undefined) ??
    strings(templateParam(template, name)) ??
    [];
  const level = Number(task.params['debug_level'] ?? DEFAULT_DEBUG_LEVEL);
  return {
    limit: list('limit'),
    tags: list('tags'),
    skip_tags: list('skip_tags'),
    verbosity: mayLaunchWith(template, 'debug') && task.params['debug'] === true ? Math.min(6, Math.max(1, level)) : 0,
    diff: task.params['diff'] === true,
    check: task.params['dry_run'] === true,
  };
}

/** Variables of the environment overlaid with the task's own; numbers keep the text they were written as. */
export function mergeVariables(environmentJson: string | undefined, taskJson: string): Record<string, unknown> {
  return { ...parseExactObject(environmentJson), ...parseExactObject(taskJson) };
}

/** The scalars of a JSON object as text, as a process environment holds them; null and nested values are left out. */
export function textValues(json: string | null | undefined): Record<string, string> {
  const isScalar = (value: unknown): boolean =>
    value instanceof ExactNumber || (value !== null && typeof value !== 'object');
  const scalars = Object.entries(parseExactObject(json)).filter(([, value]) => isScalar(value));
  return Object.fromEntries(scalars.map(([name, value]) => [name, String(value)]));
}

function strings(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;
}
