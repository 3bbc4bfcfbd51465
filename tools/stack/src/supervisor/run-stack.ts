import { once } from 'node:events';
import { StartError } from '../start-error.js';
import { readyLine } from './ready-line.js';
import { Stack, type StackOptions } from './stack.js';

/** A second signal means "at once" only this long after the first: a terminal and npm both pass on one Ctrl-C. */
const repeatedSignalMs = 1_000;

/**
 * Runs the stack until SIGINT or SIGTERM.
 * @returns the exit code: 0 after a signal, 1 when the stack could not start
 */
export async function runStack(options: StackOptions): Promise<number> {
  const { stopping, hurry } = listenForSignals(options.report);
  const stack = new Stack(options);
  try {
    const result = await stack.start(stopping);
    options.report(readyLine(options.settings, result));
    if (result.notice !== undefined) {
      options.report(result.notice);
    }
    if (!stopping.aborted) {
      await once(stopping, 'abort');
    }
    return 0;
  } catch (error) {
    if (stopping.aborted) {
      return 0;
    }
    options.report(explain(error));
    return 1;
  } finally {
    await stack.stop(hurry);
  }
}

function explain(error: unknown): string {
  if (error instanceof StartError) {
    return error.message;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function listenForSignals(report: (line: string) => void): { stopping: AbortSignal; hurry: AbortSignal } {
  const stopping = new AbortController();
  const hurry = new AbortController();
  let first = 0;
  const onSignal = () => {
    if (!stopping.signal.aborted) {
      first = performance.now();
      report('Stopping');
      stopping.abort();
    } else if (performance.now() - first > repeatedSignalMs) {
      hurry.abort();
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  process.on('SIGHUP', onSignal);
  onLossOfNpm(() => stopping.signal.aborted || onSignal());
  return { stopping: stopping.signal, hurry: hurry.signal };
}

/** npm passes signals on, but when it is killed itself only the change of the parent shows it. */
function onLossOfNpm(callback: () => void): void {
  const npm = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid === npm || callback(), 200).unref();
  }
}
