import { runTask } from '../support/project.js';
import type { BenchStack } from './bench-stack.js';
import type { Row } from './report.js';
import { attemptCost, processorTimes } from './processor-time.js';
import { quantile, spread } from './statistics.js';

const WARM_UP = 5;
const SAMPLES = 40;

/** POST of a task to the first instruction of its script: bash, file repository, warm mirror, idle stack. */
export async function measureStartLatency(bench: BenchStack): Promise<Row[]> {
  const template = await bench.template('spawn.sh');
  const latencies: number[] = [];
  let before = processorTimes(bench.stack);
  for (let i = 0; i < WARM_UP + SAMPLES; i++) {
    before = i === WARM_UP ? processorTimes(bench.stack) : before;
    const posted = performance.timeOrigin + performance.now();
    const task = await runTask(bench.client, bench.project, template);
    await bench.client.untilStatus(bench.project.id, task, 'success');
    const [printed = ''] = await bench.client.toolLines(bench.project.id, task);
    latencies.push(Number(printed.replace(',', '.')) * 1000 - posted);
  }
  const cost = attemptCost(before, processorTimes(bench.stack), SAMPLES);
  const measured = latencies.slice(WARM_UP);
  const [p50, p95] = [quantile(measured, 0.5), quantile(measured, 0.95)];
  return [
    {
      what: `POST task → process spawned (bash, warm mirror, n = ${SAMPLES})`,
      measured: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms; ${spread(measured)}`,
      target: 'p50 ≤ 100 ms, p95 ≤ 250 ms',
      met: p50 <= 100 && p95 <= 250,
    },
    {
      what: `processor time of one attempt of a one-line script (n = ${SAMPLES})`,
      measured: cost.text,
      target: '≤ 100 ms in all, programs ≤ 25',
      met: cost.all <= 100 && cost.programs <= 25,
    },
  ];
}
