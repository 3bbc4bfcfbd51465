import { setTimeout as rest } from 'node:timers/promises';
import { PendingSecretsError } from './pending-secrets.js';

/**
 * Returns the result of a read that comes in time; the read goes on for the next that wants the same.
 * @throws PendingSecretsError when it takes longer
 */
export async function inTime<T>(reading: Promise<T>, patienceMs: number): Promise<T> {
  const patience = new AbortController();
  const isLate = Symbol('late');
  try {
    const value = await Promise.race([reading, rest(patienceMs, isLate, { signal: patience.signal })]);
    if (typeof value !== 'symbol') {
      return value;
    }
  } finally {
    patience.abort();
  }
  const ended = (): void => undefined;
  throw new PendingSecretsError(reading.then(ended, ended));
}
