import { z } from 'zod';
import { withProblem } from '../errors/issue.js';
import { isStorable } from './json-text.js';
import { hasNoControl } from './visible-text.js';

export * from './visible-text.js';

/** Database id of a row: a positive 32-bit integer. */
export const Id = z.int().min(1).max(2_147_483_647);

/** Optional reference to another row. `0` and a missing member mean "none", so the parsed value is an id or `null`. */
export const Ref = z
  .int()
  .min(0)
  .max(2_147_483_647)
  .nullish()
  .transform((value) => value || null);

/** Epoch milliseconds of what every date type involved can hold: the years 1 to 9999. */
const FIRST_MOMENT = -62_135_596_800_000;
export const LAST_MOMENT = 253_402_300_799_999;

/** Point in time on the wire: RFC 3339 in UTC. */
export const Time = z.string().max(64);

/** Point in time as others send it: RFC 3339 with any offset, in the years 1 to 9999; becomes UTC. */
export const TimeInput = z.iso
  .datetime({ offset: true, ...withProblem('time') })
  .max(64)
  .transform((text) => new Date(text))
  .refine((date) => date.getTime() >= FIRST_MOMENT && date.getTime() <= LAST_MOMENT, withProblem('time_range'))
  .transform((date) => date.toISOString());

/** Name of a thing shown to people: trimmed, 1–255 characters, no control characters. */
export const Name = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine(hasNoControl, withProblem('control_characters'))
  .refine(isStorable, withProblem('not_storable'));

/**
 * E-mail address: trimmed, one `@` with something on both sides, no white space, at most 255 characters. Nothing more is
 * asked of it, so that `admin@localhost` is one; only the mail server knows whether mail arrives there.
 */
export const EmailAddress = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^(?:[^@\s]+@[^@\s]+)?$/, withProblem('email'))
  .refine(hasNoControl, withProblem('control_characters'))
  .refine(isStorable, withProblem('not_storable'));

/** As {@link EmailAddress}, of somebody whose address an outside authority knows: any text until that one gives it. */
export const ExternalEmail = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine(hasNoControl, withProblem('control_characters'))
  .refine(isStorable, withProblem('not_storable'));

/** Most characters of {@link Text}. */
export const MAX_TEXT = 16_384;

const FreeText = z.string().max(MAX_TEXT).refine(isStorable, withProblem('not_storable'));

/** Free text of bounded size; a missing member is the empty string. */
export const Text = FreeText.nullish().transform((value) => value ?? '');

/** As {@link Text}; a missing member is `null`. */
export const NullableText = FreeText.nullish().transform((value) => value ?? null);

/** A switch whose absence means off. The strings "true" and "false" are refused. */
export const Flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

/** A switch whose absence leaves the stored one alone, which is off at first. */
export const KeptFlag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? undefined);

/** True for the address of a web page as people type it: http or https, nothing in it that a parser would leave out. */
export function isWebAddress(text: string): boolean {
  if (!hasNoControl(text) || /\s/.test(text)) {
    return false;
  }
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** Digest of a container image. */
export const ImageDigest = z
  .string()
  .max(71)
  .regex(/^sha256:[0-9a-f]{64}$/);

/** SHA-256 in lower-case hex. */
export const Sha256 = z
  .string()
  .max(64)
  .regex(/^[0-9a-f]{64}$/);
