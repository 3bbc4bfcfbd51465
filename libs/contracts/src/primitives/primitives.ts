import { z } from 'zod';

/** Database id of a row: a positive 32-bit integer. */
export const Id = z.int().min(1).max(2_147_483_647);

/** Optional reference to another row. `0` and a missing member mean "none" (rest contract 1.4), so the parsed value is an id or `null`. */
export const Ref = z
  .int()
  .min(0)
  .max(2_147_483_647)
  .nullish()
  .transform((value) => value || null);

/** Point in time on the wire: RFC 3339 in UTC. */
export const Time = z.string();

/** Name of a thing shown to people: trimmed, 1–255 characters, no control characters. */
export const Name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(255, 'must be at most 255 characters')
  .refine(hasNoControl, 'must not contain control characters');

/** Free text of bounded size; a missing member is the empty string. */
export const Text = z
  .string()
  .max(65_536)
  .nullish()
  .transform((value) => value ?? '');

/** A switch whose absence means off. The strings "true" and "false" are refused (rest contract 1.4). */
export const Flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

/** True when the text holds no C0 or C1 control character and no NUL. */
export function hasNoControl(text: string): boolean {
  return !/[\u0000-\u001f\u007f-\u009f]/.test(text);
}
