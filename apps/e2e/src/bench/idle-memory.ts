import { setTimeout as pause } from 'node:timers/promises';
import { residentMb } from '../support/resident-memory.js';
import type { BenchStack } from './bench-stack.js';
import type { Row } from './report.js';

const SETTLE_MS = 5_000;

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
    { what: 'idle memory: runner', measured: `${runner?.toFixed(0)} MB`, target: '≤ 90 MB', met: (runner ?? 0) <= 90 },
  ];
}
