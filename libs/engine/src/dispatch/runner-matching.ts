/** A runner as the drain sees it. */
export interface DrainRunner {
  id: number;
  /** `null` = serves every project. */
  projectId: number | null;
  tags: readonly string[];
  /** Whether it takes tasks without a tag; absent = when it has no tags. */
  takesUntagged?: boolean;
  /** Ids of the apps whose tools it has. */
  apps: readonly string[];
  /** Most attempts at once; 0 = no limit. */
  limit: number;
  /** Attempts it has now. */
  used: number;
  /** Attempts among them that it was given a moment ago. */
  young: number;
  /** It prepares attempts while its slots are busy. */
  preparesAhead: boolean;
  /** The tasks that it prepares. */
  reserved: readonly number[];
  /** Those among them that were reserved a moment ago. */
  fresh: readonly number[];
}

/** Demands of a task on its runner. */
export interface Demand {
  projectId: number;
  /** `''` = none. */
  tag: string;
  app: string;
}

/** True when the runner may take tasks of the project. */
export const serves = (runner: Pick<DrainRunner, 'projectId'>, projectId: number): boolean =>
  runner.projectId === null || runner.projectId === projectId;

/** A runner as its tags decide what it takes. */
type Tagged = Pick<DrainRunner, 'tags' | 'takesUntagged'>;

/** The tags of a runner as tasks name them; '' stands for tasks that name none. */
export const offeredTags = ({ tags, takesUntagged = tags.length === 0 }: Tagged): readonly string[] =>
  takesUntagged ? [...tags, ''] : tags;

/**
 * True when the tags allow it. A tagged task goes to a runner that has its tag; a task without a tag goes to default runners, where
 * there is none to runners without tags, because tags reserve a runner for the tasks that name it.
 */
export const tagFits = (runner: Tagged, tag: string): boolean => offeredTags(runner).includes(tag);

/** True when the runner has a free slot. */
export const isFree = ({ limit, used }: Pick<DrainRunner, 'limit' | 'used'>): boolean => limit === 0 || used < limit;

/** The lower of two limits of which 0 means none. */
export const lowerLimit = (one: number, other: number): number => Math.min(one || other, other || one);

/**
 * The runner for a task: of the project before global, then the one that prepares it, then with the fewest attempts, then the oldest.
 * @returns undefined when no runner with a free slot fits
 */
export function pickRunner<R extends DrainRunner>(
  runners: readonly R[],
  demand: Demand,
  taskId: number,
): R | undefined {
  let best: R | undefined;
  for (const runner of runners) {
    if (isFree(runner) && fits(runner, demand) && (!best || isBetter(runner, best, taskId))) {
      best = runner;
    }
  }
  return best;
}

/** True when the runner may take such tasks. */
export const fits = (runner: DrainRunner, { projectId, tag, app }: Demand): boolean =>
  serves(runner, projectId) && tagFits(runner, tag) && runner.apps.includes(app);

function isBetter(runner: DrainRunner, than: DrainRunner, taskId: number): boolean {
  const global = [runner, than].map(({ projectId }) => Number(projectId === null)) as [number, number];
  const prepared = Number(than.reserved.includes(taskId)) - Number(runner.reserved.includes(taskId));
  return (global[0] - global[1] || prepared || runner.used - than.used || runner.id - than.id) < 0;
}
