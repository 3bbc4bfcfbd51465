import type { LogLines, Task } from '@switchyard/contracts';
import { runTask } from '../support/project.js';
import { residentMb } from '../support/resident-memory.js';
import type { BenchStack } from './bench-stack.js';
import { attemptCost, processorTimes } from './processor-time.js';
import type { Row } from './report.js';
import { quantile } from './statistics.js';

const LINES = 1_000_000;
const PARALLEL = 10;
const READS = 200;
const PATTERN = /item (\d{8}) of/;

/** One task of a million lines, ten of them at once, and random ranges of such a log. */
export async function measureLogThroughput(bench: BenchStack): Promise<Row[]> {
  const template = await bench.template('flood.sh', [String(LINES)]);
  const api = bench.stack.apis[0]?.pid ?? 0;
  const before = residentMb(api);
  const first = await flood(bench, template, 1);
  const ranges = await readRanges(bench, first.tasks[0] ?? 0);
  const many = await flood(bench, template, PARALLEL);
  const after = residentMb(api);
  return [
    throughput('one task of 1,000,000 lines of 110 bytes', first, 400_000),
    throughput(`${PARALLEL} such tasks at once`, many, 700_000),
    {
      what: 'api memory: before → most during both floods → after all 11,000,000 lines were read back',
      measured: `${before.toFixed(0)} → ${Math.max(first.peak, many.peak).toFixed(0)} → ${after.toFixed(0)} MB`,
      target: 'flat',
    },
    {
      what: `any 1,000 lines of that log (n = ${READS})`,
      measured: `p50 ${quantile(ranges, 0.5).toFixed(1)} ms, p95 ${quantile(ranges, 0.95).toFixed(1)} ms`,
      target: 'p95 ≤ 20 ms',
      met: quantile(ranges, 0.95) <= 20,
    },
  ];
}

interface Flood {
  tasks: number[];
  linesPerSecond: number;
  complete: boolean;
  /** Processor time of a log, by part. */
  cost: string;
  /** Most resident memory of the api, in megabytes. */
  peak: number;
}

const throughput = (what: string, { linesPerSecond, complete, cost }: Flood, target: number): Row => ({
  what: `log, ${what}: pipe → database`,
  measured: `${Math.round(linesPerSecond).toLocaleString('en-US')} lines/s, ${complete ? 'all stored in order' : 'NOT COMPLETE'}; ${cost}`,
  target: `≥ ${target.toLocaleString('en-US')} lines/s`,
  met: complete && linesPerSecond >= target,
});

async function flood({ client, project, stack }: BenchStack, template: number, count: number): Promise<Flood> {
  const pid = stack.apis[0]?.pid ?? 0;
  let peak = 0;
  const sampler = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 200);
  const before = processorTimes(stack);
  const tasks = await Promise.all(Array.from({ length: count }, () => runTask(client, project, template)));
  const ended = await Promise.all(tasks.map((task) => client.untilEnded(project.id, task, 200_000)));
  clearInterval(sampler);
  const cost = attemptCost(before, processorTimes(stack), count).text;
  const complete = (await Promise.all(tasks.map((task) => isComplete(client, project.id, task)))).every(Boolean);
  return { tasks, linesPerSecond: (count * LINES) / seconds(ended), complete, cost, peak };
}

/** From the first tool's start to the last end, which comes after the last line is stored. */
function seconds(tasks: readonly Task[]): number {
  const starts = tasks.map((task) => Date.parse(task.start ?? ''));
  const ends = tasks.map((task) => Date.parse(task.end ?? ''));
  return (Math.max(...ends) - Math.min(...starts)) / 1000;
}

/** Walks the whole log in ranges: every tool line must be there, once and in order. */
async function isComplete(client: BenchStack['client'], projectId: number, task: number): Promise<boolean> {
  let expected = 1;
  for (let after = 0; ; after += 5000) {
    const page = await client.call<LogLines>(
      'GET',
      `/project/${projectId}/tasks/${task}/lines?after=${after}&limit=5000`,
    );
    for (const [i, line] of page.lines.entries()) {
      if (page.kinds[i] === 0 && Number(PATTERN.exec(line)?.[1]) !== expected++) {
        return false;
      }
    }
    if (after + page.lines.length >= page.total) {
      return expected === LINES + 1;
    }
  }
}

async function readRanges({ client, project }: BenchStack, task: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < READS; i++) {
    const after = Math.floor(Math.random() * (LINES - 1000));
    const begun = performance.now();
    await client.call('GET', `/project/${project.id}/tasks/${task}/lines?after=${after}&limit=1000`);
    times.push(performance.now() - begun);
  }
  return times;
}
