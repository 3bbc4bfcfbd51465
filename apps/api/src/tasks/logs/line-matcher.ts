import { RE2JS } from 're2js';
import { MAX_PROGRAM_SIZE } from '../../platform/bounds.js';
import type { SearchJob } from './search-job.js';

/** How lines are judged. */
export interface Matcher {
  /** Whether a line without escape sequences matches. */
  matches(line: string): boolean;
  /**
   * Found in the text of every line that matches, with its CSI and single-character sequences, and in few others; global.
   * Absent when nothing as cheap exists.
   */
  candidate?: RegExp;
}

/** The expression cannot be used; the message explains why. */
export class PatternFault extends Error {}

/**
 * A regular expression runs on RE2: its time is linear in the line, times the size of its program, which is bounded too.
 * @throws PatternFault
 */
export function matcherFor({ q, regex, case: caseSensitive }: Omit<SearchJob['pattern'], 'invert'>): Matcher {
  if (regex) {
    const pattern = compile(q, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
    return { matches: (line) => pattern.matcher(line).find() };
  }
  const literal = new RegExp(escaped(q), caseSensitive ? 'u' : 'iu');
  const matches = caseSensitive ? (line: string) => line.includes(q) : (line: string) => literal.test(line);
  return q.includes('\n')
    ? { matches }
    : { matches, candidate: new RegExp(betweenSequences(q), caseSensitive ? 'gu' : 'giu') };
}

/** Sequences that colour a text, and lone escapes. Its classes are disjoint, so that it takes linear time. */
const SEQUENCES = '(?:\\u001b(?:\\[[0-?]*[ -/]*[@-~]|[@-Z\\\\^_]?))*';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** The text with any number of sequences between its characters. */
const betweenSequences = (text: string): string => [...text].map(escaped).join(SEQUENCES);

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
