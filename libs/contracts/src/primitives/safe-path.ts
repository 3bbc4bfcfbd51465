import { z } from 'zod';
import { refuse } from '../errors/issue.js';
import { type Problem, problem } from '../errors/problem.js';
import { hasNoControl } from './primitives.js';

/** Longest path, in characters. */
const MAX_PATH = 1024;

/**
 * Why a path must not be used inside a checkout, or `null` when it is safe: relative, without `..`, backslash,
 * drive letter, control character, and never shaped like an option (leading dash).
 */
export function relativePathFault(path: string): Problem | null {
  if (!hasNoControl(path)) {
    return problem('control_characters');
  }
  if (path.startsWith('-')) {
    return problem('leading_dash');
  }
  if (path.startsWith('/') || path.includes('\\') || /^[A-Za-z]:/.test(path)) {
    return problem('path_relative');
  }
  if (path.split('/').includes('..')) {
    return problem('path_leaves');
  }
  return path.length > MAX_PATH ? problem('too_long', { max: MAX_PATH }) : null;
}

/** Path inside a checkout, trimmed; the empty string is allowed. See {@link relativePathFault}. */
export const RelativePath = z
  .string()
  .max(MAX_PATH)
  .nullish()
  .transform((value) => (value ?? '').trim())
  .superRefine((value, context) => {
    const fault = relativePathFault(value);
    if (fault) {
      refuse(context, fault);
    }
  });
