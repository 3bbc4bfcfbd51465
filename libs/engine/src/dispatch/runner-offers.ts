import { type DrainRunner, offeredTags } from './runner-matching.js';

/** A tag that some free runner has, and where. */
export interface Reach {
  tag: string;
  /** `null` = in every project. */
  projectId: number | null;
}

export interface Offer extends Reach {
  app: string;
}

/** Where the free runners reach, no place twice. */
export function distinctReaches(free: readonly DrainRunner[]): Reach[] {
  const everywhere = new Set(free.filter(({ projectId }) => projectId === null).flatMap(offeredTags));
  const inside = new Map<string, Reach>();
  for (const runner of free) {
    for (const tag of offeredTags(runner).filter((each) => !everywhere.has(each))) {
      inside.set(`${runner.projectId} ${tag}`, { tag, projectId: runner.projectId });
    }
  }
  return [...[...everywhere].map((tag) => ({ tag, projectId: null })), ...inside.values()];
}

/** Returns the offers of the free runners, each combination once. */
export function distinctOffers(free: readonly DrainRunner[]): Offer[] {
  const offers = new Map<string, Offer>();
  for (const runner of free) {
    const { projectId } = runner;
    for (const tag of offeredTags(runner)) {
      for (const app of runner.apps) {
        offers.set(`${projectId} ${tag} ${app}`, { projectId, tag, app });
      }
    }
  }
  return [...offers.values()];
}
