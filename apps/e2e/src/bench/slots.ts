import { runTask } from '../support/project.js';
import type { BenchStack } from './bench-stack.js';
import { attemptCost, processorTimes } from './processor-time.js';
import type { Row } from './report.js';
import { quantile } from './statistics.js';

const TASKS = 100;
const SLOTS = 8;

interface Span {
  start: number;
  end: number;
}

/** 100 tasks of 0.4 s queued at once for 8 slots: how long a slot that came free stays empty while tasks wait. */
export async function measureSlots(bench: BenchStack): Promise<Row[]> {
  const { client, project, stack } = bench;
  await client.call('PUT', `/project/${project.id}`, { name: 'Bench', max_parallel_tasks: SLOTS });
  const template = await bench.template('slot.sh');
  const before = processorTimes(stack);
  const tasks = await Promise.all(Array.from({ length: TASKS }, () => runTask(client, project, template)));
  const spans: Span[] = [];
  for (const task of tasks) {
    await client.untilEnded(project.id, task, 120_000);
    const times = (await client.toolLines(project.id, task)).map(
      (line) => Number(line.split(' ')[1]?.replace(',', '.')) * 1000,
    );
    spans.push({ start: times[0] ?? Number.NaN, end: times[1] ?? Number.NaN });
  }
  const cost = attemptCost(before, processorTimes(stack), TASKS);
  await client.call('PUT', `/project/${project.id}`, { name: 'Bench', max_parallel_tasks: 0 });
  return [slotRow(spans), { what: `processor time of one of these ${TASKS} tasks`, measured: cost.text, target: '' }];
}

function slotRow(spans: readonly Span[]): Row {
  const starts = spans.map((span) => span.start).toSorted((a, b) => a - b);
  const ends = spans.map((span) => span.end).toSorted((a, b) => a - b);
  const gaps = starts.slice(SLOTS).map((start, i) => start - (ends[i] ?? start));
  const [p50, p95] = [quantile(gaps, 0.5), quantile(gaps, 0.95)];
  const lastStart = starts.at(-1) ?? 0;
  const window = lastStart - (starts[0] ?? 0);
  const busy = spans.reduce((sum, span) => sum + Math.max(0, Math.min(span.end, lastStart) - span.start), 0);
  const use = (busy / (window * SLOTS)) * 100;
  return {
    what: `${TASKS} tasks of 0.4 s on ${SLOTS} slots: tool gone → next tool started`,
    measured: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms; tools ran ${use.toFixed(0)} % of the slot time`,
    target: 'no slot idles while work waits',
  };
}
