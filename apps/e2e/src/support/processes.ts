import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Seconds to sleep that nothing else on this machine sleeps: a scenario looks for its own processes only. */
export const ownSeconds = (): string => `98765.${randomInt(1e8, 1e9)}`;

/**
 * Ids of the living processes whose command line holds the text, which no other run on this machine may use.
 * @param dir those alone that work below this directory, for a text that others use
 */
export function processesWith(text: string, dir = ''): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandLine(name).includes(text))
    .filter((name) => workingDirectory(name).startsWith(dir))
    .map(Number);
}

/** A process and everything that descends from it, itself first; empty when it is gone. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = parentOf(pid);
    children.set(parent, [...(children.get(parent) ?? []), Number(pid)]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return root > 0 && parentOf(String(root)) >= 0 ? below(root) : [];
}

/** -1 when there is no such process. */
function parentOf(pid: string): number {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? -1);
  } catch {
    return -1;
  }
}

function commandLine(pid: string): string {
  try {
    const state = /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
    return state === 'Z' ? '' : readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function workingDirectory(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
