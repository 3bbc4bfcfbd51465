import { z } from 'zod';

/** Tag that a template or inventory asks of a runner: 1–64 of letters, digits, `_`, `.`, `-`; absent or empty = none. */
export const RunnerTag = z
  .string()
  .max(100, 'must be a runner tag')
  .nullish()
  .transform((value) => value?.trim() || null)
  .refine((value) => value === null || /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/.test(value), 'must be a runner tag');
