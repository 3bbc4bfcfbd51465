import { stripAnsi } from '@switchyard/contracts';

/** Control characters but tab, and marks that reverse the direction of what follows. */
const ACTIVE = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
const SGR = /\u001b\[[0-9;:]*m/g;

/** A text of others in one line, which a terminal shows and does not obey. */
export const inert = (text: string): string => stripAnsi(text).replace(ACTIVE, ' ');

/** A line of a log with its colours, but without any other sequence that a terminal would obey. */
export function inertWithColours(line: string): string {
  if (!line.includes('\u001b')) {
    return inert(line);
  }
  const colours = line.match(SGR) ?? [];
  const parts = line.split(SGR).map(inert);
  return parts.map((part, i) => part + (colours[i] ?? '')).join('') + '\u001b[0m';
}
