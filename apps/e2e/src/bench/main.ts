import { measureBranchLook } from './branch-look.js';
import { measureAnsibleOverhead } from './ansible-overhead.js';
import { type BenchStack, startBenchStack } from './bench-stack.js';
import { measureCommandLineStart } from './command-line-start.js';
import { measureDeleteProject } from './delete-project.js';
import { measureConsoleLoad } from './console-load.js';
import { measureHostileLoad } from './hostile-load.js';
import { measureHostileWebhooks } from './hostile-webhooks.js';
import { measureDueSchedules } from './due-schedules.js';
import { measureGrowth } from './growth.js';
import { measureHistory } from './history.js';
import { measureImportHistory } from './import-history.js';
import { measureIdleMemory } from './idle-memory.js';
import { measureIdleRunners } from './idle-runners.js';
import { measureJobBuilding } from './job-building.js';
import { measureLargeRepository } from './large-repository.js';
import { measureLiveLatency } from './live-latency.js';
import { measureLogBrowser } from './log-browser.js';
import { measureLogThroughput } from './log-throughput.js';
import { measureMasking } from './masking-speed.js';
import { measureProgramStart } from './program-start.js';
import { measurePlanBrowser } from './plan-browser.js';
import { measureMetricsCost } from './metrics-cost.js';
import { printReport, type Row } from './report.js';
import { measureReads } from './reads.js';
import { measureRunnerLoss } from './runner-loss.js';
import { measureRunningTasks } from './running-tasks.js';
import { measureSignIn } from './sign-in-cost.js';
import { measureSlots } from './slots.js';
import { measureStartLatency } from './start-latency.js';
import { measureStartStatements } from './start-statements.js';
import { measureStates } from './states.js';
import { measureStopLatency } from './stop-latency.js';
import { measureSustainedStarts } from './sustained-starts.js';
import { measureWebhooks } from './webhooks.js';

const MEASURES: readonly [string, (bench: BenchStack) => Promise<Row[]>][] = [
  ['idle memory', measureIdleMemory],
  ['program start', measureProgramStart],
  ['start latency', measureStartLatency],
  ['slots', measureSlots],
  ['ansible overhead', measureAnsibleOverhead],
  ['job building', measureJobBuilding],
  ['masking', measureMasking],
  ['sign-in', measureSignIn],
  ['live latency', measureLiveLatency],
  ['log throughput', measureLogThroughput],
  ['stop latency', measureStopLatency],
];

/** These bring a stack of their own. */
const FLEET_MEASURES: readonly [string, () => Promise<Row[]>][] = [
  ['command line', measureCommandLineStart],
  ['sustained starts', measureSustainedStarts],
  ['statements of a start', measureStartStatements],
  ['running tasks', measureRunningTasks],
  ['runner loss', measureRunnerLoss],
  ['idle runners', measureIdleRunners],
  ['hostile load', measureHostileLoad],
  ['due schedules', measureDueSchedules],
  ['webhooks', measureWebhooks],
  ['reads', measureReads],
  ['cost of metrics', measureMetricsCost],
  ['hostile webhooks', measureHostileWebhooks],
  ['history', measureHistory],
  ['import-history', measureImportHistory],
  ['growth', measureGrowth],
  ['states', measureStates],
  ['delete project', measureDeleteProject],
  ['large repository', measureLargeRepository],
  ['large repository: branches', measureBranchLook],
  ['console load', measureConsoleLoad],
  ['log in browser', measureLogBrowser],
  ['plan in browser', measurePlanBrowser],
];

/**
 * Runs the measures one after the other, the first on one fresh stack; `npm run bench -- <word>` keeps those whose name
 * holds the word.
 */
async function main(): Promise<void> {
  const wanted = process.argv[2] ?? '';
  const measures = MEASURES.filter(([name]) => name.includes(wanted));
  const rows = measures.length > 0 ? await onOneStack(measures) : [];
  for (const [name, measure] of FLEET_MEASURES.filter(([each]) => each.includes(wanted))) {
    rows.push(...(await rowsOf(name, measure)));
  }
  printReport(rows);
}

/** A measure that fails is a line of the table, and the others are still taken; the command then ends with 1. */
async function rowsOf(name: string, measure: () => Promise<Row[]>): Promise<Row[]> {
  console.log(`Measuring ${name} …`);
  try {
    return await measure();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    return [{ what: name, measured: 'failed', target: '', met: false }];
  }
}

async function onOneStack(measures: typeof MEASURES): Promise<Row[]> {
  const bench = await startBenchStack();
  const rows: Row[] = [];
  try {
    for (const [name, measure] of measures) {
      rows.push(...(await rowsOf(name, () => measure(bench))));
    }
  } finally {
    await bench.close();
  }
  return rows;
}

await main();
