import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootId, findProcess } from './process-table.js';
import type { StopManner } from './stop-manner.js';

/** Longest grace that is believed: what is written may be from a task. */
const MAX_GRACE_MS = 3_600_000;

/** How a tool that changes a state is asked to end by itself. Without a signal it was asked before: a second one would mean "abort now". */
export interface Asked {
  signal: StopManner['signal'] | null;
  graceMs: number;
}

interface PidRecord {
  pid: number;
  /** Its tool is asked like this before it is killed; absent = it is killed at once. */
  asked?: Asked | undefined;
  startTicks: number;
  boot: string;
}

/** Where the leader of an attempt is remembered. */
export const pidFile = (attemptDir: string): string => join(attemptDir, 'process.json');

/** Remembers the leader of the attempt's process group for a runner that starts after this one was killed. */
export function writePidFile(attemptDir: string, pid: number, asked?: Asked): void {
  const record: PidRecord = { pid, asked, startTicks: findProcess(pid)?.startTicks ?? 0, boot: bootId() };
  writeFileSync(pidFile(attemptDir), JSON.stringify(record), { mode: 0o600 });
}

/**
 * The process group an earlier runner has left, or `null`. A pid that has meanwhile been given to another process, or
 * was written before the machine was restarted, is not the attempt's.
 */
export function readPidFile(attemptDir: string): Pick<PidRecord, 'pid' | 'asked'> | null {
  const record = parseRecord(pidFile(attemptDir));
  if (!record || record.boot !== bootId()) {
    return null;
  }
  const living = findProcess(record.pid);
  return living && living.startTicks !== record.startTicks ? null : record;
}

function parseRecord(path: string): PidRecord | null {
  try {
    const record = JSON.parse(readFileSync(path, 'utf8')) as Partial<PidRecord>;
    const { pid, asked, startTicks, boot } = record;
    return Number.isInteger(pid) && pid && pid > 1 && typeof startTicks === 'number' && typeof boot === 'string'
      ? { pid, startTicks, boot, asked: readAsked(asked) }
      : null;
  } catch {
    return null;
  }
}

function readAsked(asked: Partial<Asked> | undefined): Asked | undefined {
  const { signal, graceMs } = asked ?? {};
  return (signal === 'SIGINT' || signal === null) && typeof graceMs === 'number'
    ? { signal, graceMs: Math.min(graceMs, MAX_GRACE_MS) }
    : undefined;
}
