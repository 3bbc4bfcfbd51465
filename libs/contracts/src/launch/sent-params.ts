import { own } from '../own.js';
import type { TaskInput } from '../task/task.js';
import type { TaskParams } from '../task/task-params.js';

/** An earlier task of the template, whose id a launch carries. */
export interface EarlierTask {
  params: Readonly<Record<string, unknown>>;
  gitBranch: string | null;
  /** The commit it ran, or was to run. */
  commitHash: string | null;
}

/** The launch options of a launch, wherever they stand in it. */
export type SentParams = Pick<TaskInput, 'params' | 'debug' | 'dry_run' | 'diff' | 'limit'>;

const FLAGS = ['debug', 'dry_run', 'diff'] as const;

/**
 * The launch options that are meant. Those at the top level count where `params` has none. A client that sends an earlier
 * task again with the very `params` that it has read changed something at the top level, if anything: then the top level
 * wins.
 */
export function sentParams(sent: SentParams, earlier: EarlierTask | null): TaskParams {
  return earlier !== null && isSame(sent.params, earlier.params)
    ? changedParams(sent)
    : { ...topLevel(sent), ...sent.params };
}

function topLevel({ limit, ...flags }: SentParams): TaskParams {
  return {
    ...Object.fromEntries(FLAGS.filter((name) => flags[name]).map((name) => [name, true])),
    ...(limit?.length ? { limit } : {}),
  };
}

/** Parameters that the client changed. A member that is the same at the top level and in `params` was not changed. */
function changedParams({ params, limit, ...flags }: SentParams): TaskParams {
  const changed = FLAGS.filter((name) => typeof flags[name] === 'boolean' && flags[name] !== (params[name] ?? false));
  const isOtherLimit = Array.isArray(limit) && !isSame({ limit }, { limit: params.limit ?? [] });
  return {
    ...params,
    ...Object.fromEntries(changed.map((name) => [name, flags[name]])),
    ...(isOtherLimit ? { limit } : {}),
  };
}

function isSame(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every(
    (name) => JSON.stringify(own(one, name) ?? null) === JSON.stringify(own(other, name) ?? null),
  );
}
