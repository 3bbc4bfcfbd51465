import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** Seconds to sleep that nothing else on this machine sleeps. */
export const ownSeconds = (): string => `98765.${randomInt(1e8, 1e9)}`;

/** Command lines of all living processes of this machine that hold `text`; words are separated by a space. */
export const commandLinesWith = (text: string): string[] => processesWith(text).map(({ line }) => line);

/** The same, with the ids of the processes. */
export function processesWith(text: string): { pid: number; line: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return { pid: Number(pid), line };
      } catch {
        return { pid: Number(pid), line: '' };
      }
    })
    .filter(({ line }) => line.includes(text));
}
