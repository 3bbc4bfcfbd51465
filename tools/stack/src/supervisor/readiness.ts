import { waitUntil } from '@switchyard/concurrency';
import { StartError } from '../start-error.js';
import type { SupervisedProcess } from './supervised-process.js';

/** A program that ends this often before the stack was ever ready has a fault that waiting does not repair. */
const failureLimit = 3;

export interface ReadinessWait {
  address: string;
  processes: SupervisedProcess[];
  logDirectory: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Waits until `GET /api/health` answers 200.
 * @throws StartError when a program keeps ending or the time is over
 */
export function waitForReadiness(wait: ReadinessWait): Promise<void> {
  return waitForHealth(wait, (status) => status === 200);
}

/** Waits until the api answers at all, ready or not: what calls it would only meet a closed port before. */
export function waitForAnswer(wait: ReadinessWait): Promise<void> {
  return waitForHealth(wait, () => true);
}

async function waitForHealth(wait: ReadinessWait, accepts: (status: number) => boolean): Promise<void> {
  const { address, processes, logDirectory, timeoutMs, signal } = wait;
  const broken = () => processes.find(({ failures }) => failures >= failureLimit);
  const settled = async () => {
    signal.throwIfAborted();
    const status = await healthStatus(address);
    return broken() !== undefined || (status !== undefined && accepts(status));
  };
  const answered = await waitUntil(settled, timeoutMs, 50);
  const failed = broken();
  if (failed) {
    throw new StartError(`${failed.name} does not start: see ${logDirectory}.`);
  }
  if (!answered) {
    throw new StartError(`The stack was not ready within ${timeoutMs / 1000} s: see ${logDirectory}.`);
  }
}

/** Undefined while nothing answers. */
async function healthStatus(address: string): Promise<number | undefined> {
  try {
    const response = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}
