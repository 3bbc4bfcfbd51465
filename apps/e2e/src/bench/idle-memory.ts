import { setTimeout as pause } from 'node:timers/promises';
import { proportionalMb, residentMb } from '../support/resident-memory.js';
import type { BenchStack } from './bench-stack.js';
import { childrenOf } from './processor-time.js';
import type { Row } from './report.js';

/** Until the garbage of the start is collected. */
const SETTLE_MS = 15_000;
/** All that `npm start` runs may take 220 MB, of which npm and the start itself take 55. */
const SHARE_TARGET_MB = 165;

/** Resident memory of the processes a few seconds after the start, before any task. */
export async function measureIdleMemory({ stack }: BenchStack): Promise<Row[]> {
  await pause(SETTLE_MS);
  const [api, dispatcher, runner] = [stack.apis[0], stack.dispatchers[0], stack.runners[0]].map((part) =>
    residentMb(part?.pid ?? 0),
  );
  const server = (api ?? 0) + (dispatcher ?? 0);
  return [
    {
      what: 'idle memory: api + dispatcher',
      measured: `${server.toFixed(0)} MB (${api?.toFixed(0)} + ${dispatcher?.toFixed(0)})`,
      target: '≤ 350 MB',
      met: server <= 350,
    },
    sharesRow(stack),
    { what: 'idle memory: runner', measured: `${runner?.toFixed(0)} MB`, target: '≤ 90 MB', met: (runner ?? 0) <= 90 },
  ];
}

function sharesRow({ apis, dispatchers, runners, postgresServer: { pid } }: BenchStack['stack']): Row {
  const sum = (pids: readonly number[]): number => pids.reduce((total, each) => total + proportionalMb(each), 0);
  const parts = {
    api: sum(apis.map((part) => part.pid)),
    dispatcher: sum(dispatchers.map((part) => part.pid)),
    runner: sum(runners.map((part) => part.pid)),
    PostgreSQL: sum([pid, ...childrenOf(pid)]),
  };
  const total = Object.values(parts).reduce((all, part) => all + part, 0);
  const text = Object.entries(parts).map(([name, mb]) => `${name} ${mb.toFixed(0)}`);
  return {
    what: 'idle memory: proportional share of all',
    measured: `${total.toFixed(0)} MB (${text.join(', ')})`,
    target: `≤ ${SHARE_TARGET_MB} MB`,
    met: total <= SHARE_TARGET_MB,
  };
}
