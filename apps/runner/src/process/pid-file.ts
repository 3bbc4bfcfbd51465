import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootId, findProcess } from './process-table.js';

interface PidRecord {
  pid: number;
  startTicks: number;
  boot: string;
}

/** Where the leader of an attempt is remembered. */
export const pidFile = (attemptDir: string): string => join(attemptDir, 'process.json');

/** Remembers the leader of the attempt's process group for a runner that starts after this one was killed. */
export function writePidFile(attemptDir: string, pid: number): void {
  const record: PidRecord = { pid, startTicks: findProcess(pid)?.startTicks ?? 0, boot: bootId() };
  writeFileSync(pidFile(attemptDir), JSON.stringify(record), { mode: 0o600 });
}

/**
 * The process group an earlier runner has left, or `null`. A pid that has meanwhile been given to another process, or
 * was written before the machine was restarted, is not the attempt's.
 */
export function readPidFile(attemptDir: string): number | null {
  const record = parseRecord(pidFile(attemptDir));
  if (!record || record.boot !== bootId()) {
    return null;
  }
  const living = findProcess(record.pid);
  return living && living.startTicks !== record.startTicks ? null : record.pid;
}

function parseRecord(path: string): PidRecord | null {
  try {
    const record = JSON.parse(readFileSync(path, 'utf8')) as Partial<PidRecord>;
    const { pid, startTicks, boot } = record;
    return Number.isInteger(pid) && pid && pid > 1 && typeof startTicks === 'number' && typeof boot === 'string'
      ? { pid, startTicks, boot }
      : null;
  } catch {
    return null;
  }
}
