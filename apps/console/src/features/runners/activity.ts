import type { Runner } from '@switchyard/contracts';
import type { Tone } from '../../theme/palette.js';

/** Thresholds of the activity colour. */
const RECENT_MS = 5 * 60_000;
export const AWAY_MS = 60 * 60_000;

/** Colour of the last activity: never grey, under 5 minutes green, under 1 hour warning, older grey. */
export function activityTone(touched: string | null, now: number): Tone {
  if (touched === null) {
    return 'grey';
  }
  const silence = now - Date.parse(touched);
  return silence < RECENT_MS ? 'green' : silence < AWAY_MS ? 'gold' : 'grey';
}

const HEARD: readonly Runner['health'][] = ['online', 'paused', 'draining'];

/**
 * When a runner was last seen. One that is present sends heartbeats, for which the list is not fetched again: it counts as
 * seen now until the server reports that it fell silent.
 */
export function lastSeen({ health, touched }: Pick<Runner, 'health' | 'touched'>, now: number): string | null {
  return HEARD.includes(health) ? new Date(now).toISOString() : touched;
}

export type CacheStatus = 'never' | 'requested' | 'cleaned';

/** State of the cache button: requested since the runner was last seen, or done. */
export function cacheStatus({
  touched,
  cleaning_requested: requested,
}: {
  touched: string | null;
  cleaning_requested: string | null;
}): CacheStatus {
  if (requested === null) {
    return 'never';
  }
  return touched === null || Date.parse(touched) < Date.parse(requested) ? 'requested' : 'cleaned';
}
