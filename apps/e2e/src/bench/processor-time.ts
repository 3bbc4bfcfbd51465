import { readdirSync, readFileSync } from 'node:fs';
import type { TestStack } from '../support/stack.js';

/** Clock ticks of the kernel a second, as `/proc` counts them (proc(5)). */
const TICKS = 100;

/** Processor seconds of the parts of a stack, and of this process, which plays the clients. */
export interface ProcessorTimes {
  api: number;
  dispatcher: number;
  postgres: number;
  /** The runners themselves, and all programs that they have started and that are over. */
  runners: number;
  programs: number;
  clients: number;
}

/** Processor time that each has used since it began. */
export function processorTimes({ apis, dispatchers, runners, postgresServer }: TestStack): ProcessorTimes {
  const sum = (parts: TestStack['apis']): number => parts.reduce((total, { pid }) => total + processorSeconds(pid), 0);
  const { user, system } = process.cpuUsage();
  return {
    api: sum(apis),
    dispatcher: sum(dispatchers),
    postgres: familySeconds(postgresServer.pid),
    runners: sum(runners),
    programs: runners.reduce((total, { pid }) => total + endedSeconds(pid), 0),
    clients: (user + system) / 1e6,
  };
}

/** Milliseconds a piece of work between two readings, as text. */
export function processorCost(before: ProcessorTimes, after: ProcessorTimes, pieces: number): string {
  const cost = (of: keyof ProcessorTimes): string => (((after[of] - before[of]) * 1000) / pieces).toFixed(1);
  return `api ${cost('api')}, PostgreSQL ${cost('postgres')}, dispatcher ${cost('dispatcher')}, clients ${cost('clients')} ms each`;
}

/** The same for whole attempts, all that a stack does for one. */
export function attemptCost(
  before: ProcessorTimes,
  after: ProcessorTimes,
  attempts: number,
): Record<'all' | 'programs', number> & { text: string } {
  const cost = (of: keyof ProcessorTimes): number => ((after[of] - before[of]) * 1000) / attempts;
  const [runner, programs] = [cost('runners'), cost('programs')];
  const all = cost('api') + cost('dispatcher') + cost('postgres') + runner + programs;
  const text = `${all.toFixed(0)} ms: runner ${runner.toFixed(0)}, its programs ${programs.toFixed(0)}, ${processorCost(before, after, attempts)}`;
  return { all, programs, text };
}

/** Processor time that a process has used, in seconds. */
export function processorSeconds(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Processor time of the ended children of a process, and of theirs. */
function endedSeconds(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[13]) + Number(fields[14])) / TICKS;
}

/** That of a process with its children, living and ended. */
function familySeconds(pid: number): number {
  return childrenOf(pid).reduce(
    (total, child) => total + processorSeconds(child),
    processorSeconds(pid) + endedSeconds(pid),
  );
}

export function childrenOf(pid: number): number[] {
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
