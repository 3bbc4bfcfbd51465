import { messageOf } from '@switchyard/concurrency';
import { processTree } from '../support/processes.js';
import { type ChaosArguments, readArguments, USAGE } from './arguments.js';
import { reportOf } from './report.js';
import { runChaos } from './run-chaos.js';

/** Start, settling and checking of one backend may take so long beside the faults, in milliseconds. */
const MARGIN_MS = 8 * 60_000;

/** Plays on each backend in turn and prints what was found. Exit code 1 when a promise was broken, 2 for a wrong call. */
async function main(): Promise<void> {
  const { minutes, seed, queues } = parsed();
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => ending.abort());
  }
  const durationMs = minutes * 60_000;
  const limit = setTimeout(() => giveUp(), queues.length * (durationMs + MARGIN_MS));
  let violations = 0;
  for (const queue of queues.filter(() => !ending.signal.aborted)) {
    const log = logger(queue);
    const options = { queue, seed, durationMs, runnerLoss: true, signal: ending.signal, log };
    const result = await runChaos(options);
    console.log(`\n${reportOf(result)}\n`);
    violations += result.violations.length;
  }
  clearTimeout(limit);
  process.exitCode = violations > 0 ? 1 : 0;
}

function parsed(): ChaosArguments {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    console.error(`${messageOf(error)}\n${USAGE}`);
    process.exit(2);
  }
}

function logger(queue: string): (line: string) => void {
  const began = performance.now();
  return (line) => console.log(`[${queue} ${((performance.now() - began) / 1000).toFixed(1)} s] ${line}`);
}

/** Ends with everything that this process has started. */
function giveUp(): never {
  console.error('The run did not come to its end in time.');
  for (const pid of processTree(process.pid).slice(1)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
  process.exit(1);
}

await main();
