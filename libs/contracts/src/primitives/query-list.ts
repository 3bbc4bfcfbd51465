import { z } from 'zod';

/** Several values of one query parameter: separated by commas, or the parameter repeated. At most `max`, once each. */
export const QueryList = <T extends z.ZodType<unknown, string>>(
  item: T,
  { max, length }: { max: number; length: number },
) =>
  z
    .string()
    .max(max * (length + 1))
    .or(z.array(z.string().max(length)).max(max))
    .transform((value) => [...new Set(typeof value === 'string' ? value.split(',') : value)])
    .pipe(z.array(item).max(max));
