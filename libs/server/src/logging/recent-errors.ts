/** One line of a log at level `error` or `fatal`, reduced to what quotes no input: no message of a library, no stack. */
export interface RecentError {
  level: 'error' | 'fatal';
  /** ISO 8601 in UTC. */
  time: string;
  /** The process, such as `api`. */
  name: string;
  /** The fixed sentence of our own code. */
  msg?: string;
  err?: { type?: string; code?: string };
}

/** The oldest go first. */
const MOST = 50;

const kept: RecentError[] = [];

/** The last errors that this process logged, oldest first, at most 50: for the support bundle where nobody keeps log files. */
export const recentErrors = (): readonly RecentError[] => kept;

/** Keeps an error line. @param parts the arguments of the call: an optional record and the sentence */
export function keepError(name: string, level: RecentError['level'], parts: readonly unknown[]): void {
  const msg = parts.find((part) => typeof part === 'string');
  const record = parts.find((part) => typeof part === 'object' && part !== null);
  const err = record && 'err' in record ? factsOf(record.err) : undefined;
  kept.push({ level, time: new Date().toISOString(), name, ...(msg ? { msg } : {}), ...(err ? { err } : {}) });
  kept.splice(0, kept.length - MOST);
}

function factsOf(error: unknown): RecentError['err'] {
  if (typeof error !== 'object' || error === null) {
    return undefined;
  }
  const type = 'name' in error && typeof error.name === 'string' ? { type: error.name } : {};
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { ...type, ...code };
}
