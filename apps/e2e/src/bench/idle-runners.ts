import { setTimeout as pause } from 'node:timers/promises';
import { POLL_HOLD_SECONDS } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import { residentMb } from '../support/resident-memory.js';
import { type FleetStack, withFleet } from './fleet-stack.js';
import { processorSeconds } from './processor-time.js';
import type { Row } from './report.js';

const RUNNERS = 1_000;
/** Twice the mean time that a poll is held. */
const WINDOW_MS = 2 * 500 * (POLL_HOLD_SECONDS.min + POLL_HOLD_SECONDS.max);
const SETTLE_MS = 10_000;
const WINDOWS = 2;
/** Processor time of the api, in percent of a core. */
const MOST_SHARE = 5;
const FLEET = { runners: RUNNERS, slots: 1, tool: { lines: 0, durationMs: 0, outcome: 'success' } } as const;

/** Cost of idle runners for the api: long polls and heartbeats. */
export function measureIdleRunners(): Promise<Row[]> {
  return withFleet(FLEET, async (fleet) => {
    await startSpread(fleet);
    await eventually(() => allSeen(fleet), { timeout: 60_000, interval: 500 });
    await pause(SETTLE_MS);
    const pid = fleet.stack.apis[0]?.pid ?? 0;
    const memory = [residentMb(pid)];
    const shares: number[] = [];
    for (let window = 0; window < WINDOWS; window++) {
      const before = processorSeconds(pid);
      await pause(WINDOW_MS);
      shares.push(((processorSeconds(pid) - before) / (WINDOW_MS / 1000)) * 100);
      memory.push(residentMb(pid));
    }
    const most = Math.max(...shares);
    return [
      {
        what: `${RUNNERS.toLocaleString('en')} idle runners: processor and memory of the api, ${WINDOWS} × ${WINDOW_MS / 1000} s`,
        measured: `${shares.map((share) => share.toFixed(1)).join(' and ')} % of a core; ${memory.map((mb) => mb.toFixed(0)).join(' → ')} MB`,
        target: `< ${MOST_SHARE} % of a core, flat memory`,
        met: most < MOST_SHARE,
      },
    ];
  });
}

/** Starts them evenly over the time that a poll is held: no window shall hold more rounds of polls than the other. */
async function startSpread({ fleet }: FleetStack): Promise<void> {
  for (const { runner } of fleet) {
    runner.start();
    await pause((1000 * POLL_HOLD_SECONDS.min) / RUNNERS);
  }
}

async function allSeen({ database }: FleetStack): Promise<boolean> {
  const { rows } = await database.query<{ n: number }>(
    'select count(*)::int as n from runner where touched is not null',
  );
  return rows[0]?.n === RUNNERS;
}
