import { eventually } from '@switchyard/testing';
import { processesWith } from '../support/processes.js';
import { runTask } from '../support/project.js';
import type { BenchStack } from './bench-stack.js';
import type { Row } from './report.js';
import { quantile, spread } from './statistics.js';

const TASKS = 100;
const AT_ONCE = 20;
const TARGET_SECONDS = 10;
/** From Stop to the moment at which no process of the task lives. */
export async function measureStopLatency(bench: BenchStack): Promise<Row[]> {
  const seconds: number[] = [];
  for (let done = 0; done < TASKS; done += AT_ONCE) {
    seconds.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => stopOne(bench, done + i)))));
  }
  const p99 = quantile(seconds, 0.99);
  return [
    {
      what: `Stop → no process left, half of the tools ignore TERM and hide children (n = ${TASKS})`,
      measured: `p99 ${p99.toFixed(1)} s; ${spread(seconds, 1)} s`,
      target: `p99 ≤ ${TARGET_SECONDS} s`,
      met: p99 <= TARGET_SECONDS,
    },
  ];
}

async function stopOne(bench: BenchStack, number: number): Promise<number> {
  const { client, project } = bench;
  const mark = `${number + 1_000}`;
  const template = await bench.template(number % 2 === 0 ? 'obedient.sh' : 'stubborn.sh', [mark]);
  const task = await runTask(client, project, template);
  const processes = (): number => processesWith(`sleep 1000000.${mark}`).length;
  await eventually(() => processes() > 0, { timeout: 60_000, interval: 100 });
  const requested = performance.now();
  await client.call('POST', `/project/${project.id}/tasks/${task}/stop`, { force: false });
  await eventually(() => processes() === 0, { timeout: 60_000, interval: 50 });
  return (performance.now() - requested) / 1000;
}
