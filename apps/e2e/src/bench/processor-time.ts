import { readdirSync, readFileSync } from 'node:fs';
import type { TestStack } from '../support/stack.js';

/** Clock ticks of the kernel a second, as `/proc` counts them (proc(5)). */
const TICKS = 100;

/** Processor seconds of the parts of a stack, and of this process, which plays the clients. */
export interface ProcessorTimes {
  api: number;
  dispatcher: number;
  postgres: number;
  clients: number;
}

/** What each has used since it began. */
export function processorTimes({ apis, dispatchers, postgresServer }: TestStack): ProcessorTimes {
  const sum = (parts: TestStack['apis']): number => parts.reduce((total, { pid }) => total + processorSeconds(pid), 0);
  const { user, system } = process.cpuUsage();
  return {
    api: sum(apis),
    dispatcher: sum(dispatchers),
    postgres: familySeconds(postgresServer.pid),
    clients: (user + system) / 1e6,
  };
}

/** Milliseconds a piece of work between two readings, as text. */
export function processorCost(before: ProcessorTimes, after: ProcessorTimes, pieces: number): string {
  const cost = (of: keyof ProcessorTimes): string => (((after[of] - before[of]) * 1000) / pieces).toFixed(1);
  return `api ${cost('api')}, PostgreSQL ${cost('postgres')}, dispatcher ${cost('dispatcher')}, clients ${cost('clients')} ms each`;
}

/** Processor time that a process has used, in seconds. */
export function processorSeconds(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** That of a process with its children, living and ended. */
function familySeconds(pid: number): number {
  const own = statOf(pid);
  const ended = (Number(own[13]) + Number(own[14])) / TICKS;
  return childrenOf(pid).reduce((total, child) => total + processorSeconds(child), processorSeconds(pid) + ended);
}

function childrenOf(pid: number): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.map(Number).filter((process) => statOf(process)[1] === String(pid));
}

/** The fields behind the name; none when the process is gone. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return [];
  }
}
