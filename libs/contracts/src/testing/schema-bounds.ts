import { z } from 'zod';
import { MAX_JSON_LENGTH, MAX_MEMBERS } from '../primitives/bounded.js';

/** Formats whose pattern alone bounds the length. */
const BOUNDED_FORMATS = new Set(['uuid', 'datetime', 'date']);
/** Kinds without a size. */
const SCALARS = new Set([
  'number',
  'int',
  'boolean',
  'null',
  'undefined',
  'literal',
  'enum',
  'date',
  'never',
  'transform',
]);

/** A schema as its library keeps it; members depend on its kind. */
interface Def {
  type: string;
  format?: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  items?: z.ZodType[];
  rest?: z.ZodType | null;
  left?: z.ZodType;
  right?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  getter?: () => z.ZodType;
}

interface Seen {
  /** The number of members was bounded by what stands before. */
  members?: boolean;
  /** The text was bounded by what stands before. */
  text?: boolean;
}

export const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def;

/** Bound of a text or list that the schema itself declares. */
export function maximumOf(schema: z.ZodType): number | undefined {
  const checks = (schema._zod.def.checks ?? []).map(
    (check) => check._zod.def as { maximum?: unknown; length?: unknown },
  );
  return checks
    .flatMap(({ maximum, length }) => [maximum, length])
    .find((bound): bound is number => typeof bound === 'number');
}

export const metaOf = (schema: z.ZodType, name: string): number | undefined => {
  const value = z.globalRegistry.get(schema)?.[name];
  return typeof value === 'number' ? value : undefined;
};

/**
 * Texts, lists, objects with free names and values of any kind in the schema that have no bound, each as its place and
 * what it lacks. Looks through unions, pipes, optional and lazy parts. A kind it does not know is one of them.
 */
export function unboundedParts(schema: z.ZodType, place: string): string[] {
  return new Walk().parts(schema, place, {});
}

class Walk {
  private readonly seen = new Set<z.ZodType>();

  parts(schema: z.ZodType, place: string, before: Seen): string[] {
    if (this.seen.has(schema) && Object.keys(before).length === 0) {
      return [];
    }
    this.seen.add(schema);
    const def = defOf(schema);
    if (SCALARS.has(def.type)) {
      return [];
    }
    return [
      ...ownFaults(schema, def, before).map((fault) => `${place}: ${fault}`),
      ...this.inner(schema, def, place, before),
    ];
  }

  private inner(schema: z.ZodType, def: Def, place: string, { text }: Seen): string[] {
    const named = Object.entries(def.shape ?? {}).flatMap(([name, part]) => this.parts(part, `${place}.${name}`, {}));
    const parts = [def.innerType, def.element, def.catchall, def.keyType, def.valueType, def.left, def.right];
    const others = [...parts, ...(def.options ?? []), ...(def.items ?? []), def.rest, def.getter?.()];
    const found = others.flatMap((part) => (part ? this.parts(part, place, {}) : []));
    const first = def.in ? this.parts(def.in, place, text ? { text } : {}) : [];
    return [...named, ...found, ...first, ...this.behind(schema, def, place)];
  }

  /** Faults of the schema that a pipe leads to. */
  private behind(schema: z.ZodType, { in: first, out }: Def, place: string): string[] {
    if (!first || !out) {
      return [];
    }
    const members = metaOf(schema, MAX_MEMBERS) !== undefined;
    const text = defOf(first).type === 'string' && maximumOf(first) !== undefined;
    return this.parts(out, place, { ...(members && { members }), ...(text && { text }) });
  }
}

const KNOWN = new Set([
  'optional',
  'nullable',
  'default',
  'prefault',
  'nonoptional',
  'readonly',
  'catch',
  'array',
  'object',
  'record',
  'union',
  'tuple',
  'intersection',
  'pipe',
  'lazy',
  'string',
  'unknown',
  'any',
]);

function ownFaults(schema: z.ZodType, def: Def, before: Seen): string[] {
  if (!KNOWN.has(def.type)) {
    return [`${def.type} is not known to this walk`];
  }
  const fault = [
    textFault(schema, def, before),
    hasFreeNames(def) && !before.members && 'object with any number of members',
    def.type === 'array' && maximumOf(schema) === undefined && 'list without a bound',
    def.type === 'tuple' && def.rest && 'tuple with any number of members',
    isAnything(def) && metaOf(schema, MAX_JSON_LENGTH) === undefined && 'value of any size',
  ];
  return fault.filter((each) => typeof each === 'string');
}

function textFault(schema: z.ZodType, { type, format = '' }: Def, { text }: Seen): string | false {
  const isBounded = text === true || maximumOf(schema) !== undefined || BOUNDED_FORMATS.has(format);
  return type === 'string' && !isBounded && 'text without a bound';
}

const isAnything = ({ type }: Def): boolean => type === 'unknown' || type === 'any';

const hasFreeNames = ({ type, catchall, keyType }: Def): boolean =>
  (type === 'object' && catchall !== undefined && defOf(catchall).type !== 'never') ||
  (type === 'record' && keyType?._zod.values === undefined);
