import { z } from 'zod';
import { refuse, withProblem } from '../errors/issue.js';
import { problem } from '../errors/problem.js';
import { withoutNulls } from './absent.js';

/** Names under which a schema carries its bound, also in its description. */
export const MAX_MEMBERS = 'maxProperties';
export const MAX_JSON_LENGTH = 'x-max-json-length';

/**
 * Refuses an object with more than `max` members before any of them is looked at. Arrays do this by `.max()`.
 */
export const atMostMembers = <T extends z.ZodType>(max: number, schema: T) =>
  z
    .preprocess((value, context) => {
      if (memberCount(value) > max) {
        refuse(context, problem('too_many_members', { max }));
        return z.NEVER;
      }
      return value;
    }, schema)
    .meta({ [MAX_MEMBERS]: max });

const memberCount = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.keys(value).length : 0;

/** Object of at most `max` members that are named freely. */
export const Dictionary = <T extends z.ZodType>(value: T, { max, nameLength }: { max: number; nameLength: number }) =>
  atMostMembers(max, z.record(z.string().max(nameLength), value));

/** Bounds of what is kept of an object beside the members that its schema names. */
export const MAX_OTHERS_BYTES = 65_536;
export const MAX_OTHERS_DEPTH = 16;

/**
 * An object of at most `max` members that keeps those its schema does not name as they were sent, for other versions of
 * clients: what is sent comes back. All together have at most {@link MAX_OTHERS_BYTES} of JSON, nested
 * {@link MAX_OTHERS_DEPTH} deep at most; a member that is `null` counts as absent.
 */
export const withOthers = <T extends z.ZodRawShape>(max: number, schema: z.ZodObject<T>) =>
  withoutNulls(atMostMembers(max, schema.catchall(JsonValue(MAX_OTHERS_BYTES)))).superRefine((value, context) => {
    const others = Object.fromEntries(Object.entries(value).filter(([name]) => !Object.hasOwn(schema.shape, name)));
    if (new TextEncoder().encode(JSON.stringify(others)).length > MAX_OTHERS_BYTES) {
      refuse(context, problem('json_too_long', { max: MAX_OTHERS_BYTES }));
    } else if (depthOf(others) > MAX_OTHERS_DEPTH) {
      refuse(context, problem('json_deep', { max: MAX_OTHERS_DEPTH }));
    }
  });

/** 0 = it holds no other value. The parser of bodies bounds the recursion. */
function depthOf(value: unknown): number {
  return typeof value === 'object' && value !== null
    ? Math.max(0, ...Object.values(value).map((each) => 1 + depthOf(each)))
    : 0;
}

/** Any JSON value whose text has at most `max` characters. */
export const JsonValue = (max: number) =>
  z
    .unknown()
    .refine((value) => (JSON.stringify(value) ?? '').length <= max, withProblem('json_too_long', { max }))
    .meta({ [MAX_JSON_LENGTH]: max });
