import { z } from 'zod';
import { refuse, withProblem } from '../errors/issue.js';
import { problem } from '../errors/problem.js';

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

/** Any JSON value whose text has at most `max` characters. */
export const JsonValue = (max: number) =>
  z
    .unknown()
    .refine((value) => (JSON.stringify(value) ?? '').length <= max, withProblem('json_too_long', { max }))
    .meta({ [MAX_JSON_LENGTH]: max });
