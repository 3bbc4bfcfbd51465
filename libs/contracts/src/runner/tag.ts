import { z } from 'zod';
import { withProblem } from '../errors/issue.js';

const asTag = (value: string | null | undefined): string | null => value?.trim() || null;
const isTag = (value: string | null | undefined): boolean => !value || /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/.test(value);

/** Tag that a template or inventory requires of a runner: 1–64 of letters, digits, `_`, `.`, `-`; absent or empty = none. */
export const RunnerTag = z
  .string()
  .max(100, withProblem('runner_tag'))
  .nullish()
  .transform(asTag)
  .refine(isTag, withProblem('runner_tag'));

/** As {@link RunnerTag}; a missing member stays absent. */
export const SentRunnerTag = z
  .string()
  .max(100, withProblem('runner_tag'))
  .nullish()
  .transform((value) => (value === undefined ? undefined : asTag(value)))
  .refine(isTag, withProblem('runner_tag'))
  .optional();
