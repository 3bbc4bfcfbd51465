import { z } from 'zod';
import { withProblem } from '../errors/issue.js';

const DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/;

/** A decimal number as forms and queries send it; the empty text is 0. */
const NumberText = z
  .string()
  .max(32)
  .trim()
  .refine((text) => text === '' || DECIMAL.test(text))
  .transform(Number);

/** An integer within bounds: a JSON number or its decimal text. No other type counts as a number, `true` neither. */
export const Integer = ({ min, max }: { min: number; max: number }) =>
  z.union([z.number(), NumberText], withProblem('not_number')).pipe(z.int().min(min).max(max));
