import { z } from 'zod';
import { hasNoControl } from './primitives.js';

/**
 * Why a path must not be used inside a checkout, or `null` when it is safe: relative, without `..`, backslash,
 * drive letter, control character, and never shaped like an option (leading dash).
 */
export function relativePathFault(path: string): string | null {
  if (!hasNoControl(path)) {
    return 'must not contain control characters';
  }
  if (path.startsWith('-')) {
    return 'must not start with a dash';
  }
  if (path.startsWith('/') || path.includes('\\') || /^[A-Za-z]:/.test(path)) {
    return 'must be a relative path with forward slashes';
  }
  if (path.split('/').includes('..')) {
    return 'must not leave the repository';
  }
  return path.length > 1024 ? 'must be at most 1024 characters' : null;
}

/** Path inside a checkout, trimmed; the empty string is allowed. See {@link relativePathFault}. */
export const RelativePath = z
  .string()
  .max(1024, 'must be at most 1024 characters')
  .nullish()
  .transform((value) => (value ?? '').trim())
  .superRefine((value, context) => {
    const fault = relativePathFault(value);
    if (fault) {
      context.addIssue({ code: 'custom', message: fault });
    }
  });
