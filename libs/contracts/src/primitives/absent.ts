import { z } from 'zod';
import { Ref } from './primitives.js';

/** Id in a body, of the object itself or of its project: `null`, `0` and a missing member are all absent. */
export const BodyId = Ref.transform((id) => id ?? undefined).optional();

/** As {@link Ref}, for a value that the body may carry under two names: a missing member stays absent. */
export const SentRef = z
  .int()
  .min(0)
  .max(2_147_483_647)
  .nullish()
  .transform((id) => (id === undefined ? undefined : id || null))
  .optional();

/** A member of a body whose absence, or `null`, leaves what is stored alone. */
export const nullIsAbsent = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

/** A number for which forms send the empty text when nothing is typed: that is 0. */
export const emptyIsZero = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? 0 : value), schema);

/** An object whose members that are `null` count as absent; of what is nested it changes nothing. */
export const withoutNulls = <T extends z.ZodType>(schema: T) => z.preprocess(dropNulls, schema);

function dropNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** A value that a body carries under two names; `undefined` = the body does not have the name. */
export interface SentTwice<T> {
  /** By the name of later clients. */
  list: readonly T[] | null | undefined;
  /** By the name of earlier clients: the first of the list alone; `null` = none. */
  first: T | null | undefined;
}

/**
 * Decides which value counts when a client sends one under two names. Clients send back what they got and edit the name that they
 * know, so the list counts unless it is what is stored and `first` is not.
 */
export function meantOfTwo<T>({ list, first }: SentTwice<T>, stored: readonly T[]): readonly T[] {
  const single = first === null || first === undefined ? [] : [first];
  if (list === null || list === undefined) {
    return single;
  }
  const isEdited = first !== undefined && isSame(list, stored) && (single[0] ?? null) !== (stored[0] ?? null);
  return isEdited ? single : list;
}

const isSame = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);
