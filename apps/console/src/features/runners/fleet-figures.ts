import type { Runner } from '@switchyard/contracts';
import { healthWord, type HealthWord } from './health-look.js';

/** The fleet in figures. Slots are those of runners that are switched on and here. */
export interface FleetFigures {
  online: number;
  away: number;
  offline: number;
  /** Switched off by people. */
  off: number;
  used: number;
  /** Slots of the runners that have a limit. */
  slots: number;
  /** Tasks on runners without a limit. */
  unlimited: number;
  /** No runner that is here has a limit. */
  endless: boolean;
}

type Presence = 'online' | 'away' | 'offline' | 'off';

const presences: Readonly<Record<HealthWord, Presence>> = {
  online: 'online',
  draining: 'online',
  paused: 'online',
  degraded: 'away',
  away: 'away',
  offline: 'offline',
  never: 'offline',
  off: 'off',
};

export function fleetFigures(runners: readonly Runner[], now: number): FleetFigures {
  const presence = (runner: Runner): Presence => presences[healthWord(runner, now)];
  const count = (wanted: Presence): number => runners.filter((runner) => presence(runner) === wanted).length;
  const sum = (rows: Runner[], of: (runner: Runner) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const ready = runners.filter((runner) => runner.active && presence(runner) === 'online');
  const limited = ready.filter(({ limit }) => limit > 0);
  const unlimited = ready.filter(({ limit }) => limit === 0);
  return {
    online: count('online'),
    away: count('away'),
    offline: count('offline'),
    off: count('off'),
    used: sum(limited, ({ used }) => used),
    slots: sum(limited, ({ limit }) => limit),
    unlimited: sum(unlimited, ({ used }) => used),
    endless: limited.length === 0 && unlimited.length > 0,
  };
}
