import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';

/** One living process as `/proc/<pid>/stat` describes it (proc(5)). */
export interface ProcessInfo {
  pid: number;
  parent: number;
  group: number;
  session: number;
  /** Start time in clock ticks since boot; with the pid it identifies a process. */
  startTicks: number;
}

/** All living processes. Empty where there is no `/proc`, that is on any system but Linux. */
export function listProcesses(): ProcessInfo[] {
  return readOr([], () => readdirSync('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => findProcess(Number(name)) ?? []);
}

/** The living process with this id. A zombie does not count as living, unless only its first thread has ended. */
export function findProcess(pid: number): ProcessInfo | null {
  const stat = readOr('', () => readStart(`/proc/${pid}/stat`));
  const [state, parent, group, session, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const hasThreads = Number(rest[13]) > 1;
  if (!stat || (!hasThreads && (state === 'Z' || state === 'X'))) {
    return null;
  }
  const startTicks = Number(rest[15]);
  return { pid, parent: Number(parent), group: Number(group), session: Number(session), startTicks };
}

/** True when the process was started with this variable, or works in `dir`, or writes its output to a file in it. */
export function belongsTo(pid: number, variable: string, dir: string): boolean {
  const environment = readOr('', () => readFileSync(`/proc/${pid}/environ`, 'utf8'));
  if (`\0${environment}`.includes(`\0${variable}=${dir}\0`)) {
    return true;
  }
  return ['cwd', 'fd/1', 'fd/2'].some((link) => {
    const target = readOr('', () => readlinkSync(`/proc/${pid}/${link}`));
    return target === dir || target.startsWith(`${dir}/`);
  });
}

/** Real user id of a process; `null` when it has ended. A process cannot hide it, unlike its environment. */
export function userOf(pid: number): number | null {
  const uid = /^Uid:\t(\d+)/m.exec(readOr('', () => readStart(`/proc/${pid}/status`)))?.[1];
  return uid === undefined ? null : Number(uid);
}

/** Identifies this boot of the machine: start ticks of different boots must not be compared. */
export function bootId(): string {
  return readOr('', () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
}

const start = Buffer.allocUnsafe(2_048);

/**
 * Reads the start of a file, which has all that is looked for: every process of the machine is looked at, so one read each is
 * what counts.
 */
function readStart(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    return start.toString('latin1', 0, readSync(descriptor, start));
  } finally {
    closeSync(descriptor);
  }
}

/** Processes of other users and processes that end meanwhile cannot be read; they count as absent. */
function readOr<T>(absent: T, read: () => T): T {
  try {
    return read();
  } catch {
    return absent;
  }
}
