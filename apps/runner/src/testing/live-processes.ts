import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** Seconds to sleep that nothing else on this machine sleeps. */
export const ownSeconds = (): string => `98765.${randomInt(1e8, 1e9)}`;

/** Command lines of all living processes of this machine that hold `text`; words are separated by a space. */
export function commandLinesWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      } catch {
        return '';
      }
    })
    .filter((line) => line.includes(text));
}
