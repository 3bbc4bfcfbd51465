import type { Runner } from '@switchyard/contracts';
import type { Tone } from '../../theme/palette.js';
import { AWAY_MS } from './activity.js';

export type HealthWord = 'never' | 'online' | 'degraded' | 'away' | 'offline' | 'paused' | 'draining' | 'off';
export type HealthShape = 'dot' | 'ring' | 'warning' | 'pause' | 'drain';

export interface HealthLook {
  tone: Tone;
  shape: HealthShape;
}

/** A runner that is switched off is off, here or not. A lost one is away for an hour, then offline. */
export function healthWord(
  { active, health, touched }: Pick<Runner, 'active' | 'health' | 'touched'>,
  now: number,
): HealthWord {
  if (!active) {
    return 'off';
  }
  if (health !== 'lost') {
    return health;
  }
  return touched !== null && now - Date.parse(touched) < AWAY_MS ? 'away' : 'offline';
}

export const healthLooks: Readonly<Record<HealthWord, HealthLook>> = {
  never: { tone: 'grey', shape: 'ring' },
  online: { tone: 'green', shape: 'dot' },
  degraded: { tone: 'orange', shape: 'warning' },
  away: { tone: 'gold', shape: 'warning' },
  offline: { tone: 'grey', shape: 'ring' },
  paused: { tone: 'gold', shape: 'pause' },
  draining: { tone: 'blue', shape: 'drain' },
  off: { tone: 'grey', shape: 'ring' },
};
