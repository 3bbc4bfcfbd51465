import { StartError } from '../start-error.js';
import { waitUntil } from '../process/wait-until.js';
import type { SupervisedProcess } from './supervised-process.js';

/** A program that ends this often before the stack was ever ready has a fault that waiting does not mend. */
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
export async function waitForReadiness(wait: ReadinessWait): Promise<void> {
  const { address, processes, logDirectory, timeoutMs, signal } = wait;
  const broken = () => processes.find(({ failures }) => failures >= failureLimit);
  const answered = await waitUntil(
    async () => {
      signal.throwIfAborted();
      return broken() !== undefined || (await isHealthy(address));
    },
    timeoutMs,
    50,
  );
  const failed = broken();
  if (failed) {
    throw new StartError(`${failed.name} does not start: ${logDirectory} tells why.`);
  }
  if (!answered) {
    throw new StartError(`The stack was not ready within ${timeoutMs / 1000} s: ${logDirectory} tells why.`);
  }
}

async function isHealthy(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
