import { messageOf } from '@switchyard/concurrency';
import { type FuzzArguments, readArguments, USAGE } from './arguments.js';
import { faultsOf, reportOf } from './report.js';
import { runFuzz } from './run-fuzz.js';

/** Exit code 1: a request was answered by 5xx or not at all, or the api does not live on. 2: a wrong call. */
async function main(): Promise<void> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => ending.abort());
  }
  const began = performance.now();
  const log = (line: string): void => console.log(`[${((performance.now() - began) / 1000).toFixed(1)} s] ${line}`);
  const result = await runFuzz({ ...parsed(), signal: ending.signal, log });
  console.log(`\n${reportOf(result)}\n`);
  process.exitCode = faultsOf(result).length > 0 ? 1 : 0;
}

function parsed(): FuzzArguments {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    console.error(`${messageOf(error)}\n${USAGE}`);
    process.exit(2);
  }
}

await main();
