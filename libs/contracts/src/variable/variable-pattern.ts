import { z } from 'zod';
import { withProblem } from '../errors/issue.js';
import { nullIsAbsent } from '../primitives/absent.js';
import { MAX_VARIABLE_NAME } from './usable-name.js';

const PATTERN = /^[A-Za-z_][A-Za-z0-9_.*-]*$/;

/** Most patterns of a template. */
export const MAX_VARIABLE_PATTERNS = 50;

/** A name of a variable in which `*` stands for any characters; it begins with a letter or an underscore. */
export const VariablePattern = z.string().max(MAX_VARIABLE_NAME).trim().regex(PATTERN, withProblem('variable_pattern'));

/** Patterns of the variables that a launch may set. */
export const VariablePatterns = nullIsAbsent(z.array(VariablePattern).max(MAX_VARIABLE_PATTERNS));

/** Whether a name is one that the pattern describes. Time is linear in the name for each `*`. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) {
    return name === first;
  }
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) {
    return false;
  }
  let from = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, from);
    if (found < 0) {
      return false;
    }
    from = found + part.length;
  }
  return from <= name.length - last.length;
}
