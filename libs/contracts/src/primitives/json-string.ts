import { z } from 'zod';

/** Largest JSON document accepted inside a string member, in characters. */
const MAX_JSON = 1_048_576;

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** String that holds a JSON object; absent or empty becomes `{}` (rest contract 3.8). */
export const JsonObjectString = z
  .string()
  .max(MAX_JSON)
  .nullish()
  .transform((value) => value?.trim() || '{}')
  .refine((value) => isObject(parse(value)), 'must be a JSON object');

/** As {@link JsonObjectString}, with scalar values only: what a process environment can hold. */
export const JsonScalarsString = JsonObjectString.refine(
  (value) =>
    Object.values((parse(value) as object | undefined) ?? {}).every((v) => typeof v !== 'object' || v === null),
  'must be a JSON object whose values are not objects or lists',
);

/** String that holds a JSON array of strings; absent or empty becomes `null` (rest contract 3.9, `arguments`). */
export const JsonArgumentsString = z
  .string()
  .max(MAX_JSON)
  .nullish()
  .transform((value) => value?.trim() || null)
  .refine((value) => value === null || parseArguments(value) !== null, 'must be a JSON array of strings');

/** The arguments held by a JSON array string, or `null` when it is not an array of strings without NUL. */
export function parseArguments(text: string | null | undefined): string[] | null {
  if (!text) {
    return [];
  }
  const value = parse(text);
  const ok = Array.isArray(value) && value.every((item) => typeof item === 'string' && !item.includes('\0'));
  return ok ? (value as string[]) : null;
}

/** The object held by a JSON object string; `{}` when it is not one. */
export function parseObject(text: string | null | undefined): Record<string, unknown> {
  if (!text) {
    return {};
  }
  const value = parse(text);
  return isObject(value) ? (value as Record<string, unknown>) : {};
}
