import { measureAnsibleOverhead } from './ansible-overhead.js';
import { type BenchStack, startBenchStack } from './bench-stack.js';
import { measureIdleMemory } from './idle-memory.js';
import { measureJobBuilding } from './job-building.js';
import { measureLiveLatency } from './live-latency.js';
import { measureLogThroughput } from './log-throughput.js';
import { measureMasking } from './masking-speed.js';
import { printReport, type Row } from './report.js';
import { measureSlots } from './slots.js';
import { measureStartLatency } from './start-latency.js';

const MEASURES: readonly [string, (bench: BenchStack) => Promise<Row[]>][] = [
  ['idle memory', measureIdleMemory],
  ['start latency', measureStartLatency],
  ['slots', measureSlots],
  ['ansible overhead', measureAnsibleOverhead],
  ['job building', measureJobBuilding],
  ['masking', measureMasking],
  ['live latency', measureLiveLatency],
  ['log throughput', measureLogThroughput],
];

/** Runs the measures one after the other on one fresh stack; `npm run bench -- <word>` keeps those whose name holds the word. */
async function main(): Promise<void> {
  const wanted = process.argv[2] ?? '';
  const bench = await startBenchStack();
  const rows: Row[] = [];
  try {
    for (const [name, measure] of MEASURES.filter(([each]) => each.includes(wanted))) {
      console.log(`Measuring ${name} …`);
      rows.push(...(await measure(bench)));
    }
  } finally {
    await bench.close();
  }
  printReport(rows);
}

await main();
