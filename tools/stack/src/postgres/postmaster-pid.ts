import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, isRunning } from '../process/process-info.js';

/** Facts that PostgreSQL writes about its running server into postmaster.pid. */
export interface PostmasterPid {
  pid: number;
  port: number;
  /** The directory of its Unix socket; empty: it has none. */
  socketDir: string;
  /** False while the server starts or shuts down. */
  ready: boolean;
}

/** Reads the file; undefined when there is none or it is not written whole yet. */
export function readPostmasterPid(cluster: string): PostmasterPid | undefined {
  let lines: string[];
  try {
    lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0
    ? { pid, port, socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
    : undefined;
}

/**
 * The server that runs on this cluster now. A file left by a server that was killed is removed when its pid belongs to
 * another program by now: PostgreSQL would take that program for itself and refuse to start.
 */
export function findPostmaster(cluster: string): PostmasterPid | undefined {
  const found = readPostmasterPid(cluster);
  if (found && isRunning(found.pid) && commandLine(found.pid).includes(cluster)) {
    return found;
  }
  rmSync(pidFile(cluster), { force: true });
  return undefined;
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}
