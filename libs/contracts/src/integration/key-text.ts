import { z } from 'zod';
import { withProblem } from '../errors/issue.js';
import { isStorable } from '../primitives/json-text.js';
import { hasNoControl } from '../primitives/primitives.js';

/** One line of at most `max` characters; a missing member is the empty string. */
export const KeyText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(hasNoControl, withProblem('control_characters'))
    .refine(isStorable, withProblem('not_storable'))
    .nullish()
    .transform((value) => value ?? '');
