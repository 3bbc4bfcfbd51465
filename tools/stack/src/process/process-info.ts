import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const onLinux = process.platform === 'linux';

/** True while the process exists and is not a zombie that nobody has reaped. */
export function isRunning(pid: number): boolean {
  if (onLinux) {
    const state = readStat(pid)?.[0];
    return state !== undefined && state !== 'Z' && state !== 'X';
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * A text that differs between two processes that had the same pid at different times: the boot and the start tick
 * on Linux, the start time elsewhere. Undefined when no such process runs.
 */
export function processIdentity(pid: number): string | undefined {
  if (!isRunning(pid)) {
    return undefined;
  }
  if (onLinux) {
    const startTicks = readStat(pid)?.[19];
    return startTicks && `${bootId()}:${startTicks}`;
  }
  return psField(pid, 'lstart');
}

/** True while the very process that had this identity runs, and not a later one with its pid. */
export function isSameProcess({ pid, identity }: { pid: number; identity: string | undefined }): boolean {
  return identity !== undefined && processIdentity(pid) === identity;
}

/** The arguments a process was started with; empty when it is gone or may not be read. */
export function commandLine(pid: number): string[] {
  if (onLinux) {
    return readText(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
  }
  return psField(pid, 'command')?.split(' ') ?? [];
}

/** The fields of proc(5) stat from the third on (state first): the name before them may hold blanks and brackets. */
function readStat(pid: number): string[] | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function bootId(): string {
  return readText('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
}

function psField(pid: number, field: string): string | undefined {
  const result = spawnSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' });
  return result.status === 0 ? result.stdout.trim() || undefined : undefined;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
