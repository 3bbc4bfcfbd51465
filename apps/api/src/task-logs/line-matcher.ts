import { RE2JS } from 're2js';
import { MAX_PROGRAM_SIZE } from '../bounds.js';
import type { SearchJob } from './search-job.js';

export type Matcher = (line: string) => boolean;

/** The expression cannot be used; the message explains why. */
export class PatternFault extends Error {}

/**
 * A regular expression runs on RE2: its time is linear in the line, times the size of its program, which is bounded too.
 * @throws PatternFault
 */
export function matcherFor({ q, regex, case: caseSensitive }: Omit<SearchJob['pattern'], 'invert'>): Matcher {
  if (regex) {
    const pattern = compile(q, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
    return (line) => pattern.matcher(line).find();
  }
  if (caseSensitive) {
    return (line) => line.includes(q);
  }
  const literal = new RegExp(q.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'iu');
  return (line) => literal.test(line);
}

function compile(text: string, flags: number): RE2JS {
  const pattern = parse(text, flags);
  if (pattern.programSize() > MAX_PROGRAM_SIZE) {
    throw new PatternFault('is too large when its repetitions are written out');
  }
  return pattern;
}

function parse(text: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(text, flags);
  } catch (error) {
    throw new PatternFault(`is not a regular expression (${error instanceof Error ? error.message : 'syntax'})`);
  }
}
