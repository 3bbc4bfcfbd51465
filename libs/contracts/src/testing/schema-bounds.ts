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

  /** What a pipe leads to. */
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
  ...['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly', 'catch'],
  ...['array', 'object', 'record', 'union', 'tuple', 'intersection', 'pipe', 'lazy', 'string', 'unknown', 'any'],
]);

function ownFaults(schema: z.ZodType, def: Def, { members, text }: Seen): string[] {
  const format = (def as { format?: string }).format ?? '';
  const isOpen = def.type === 'object' && def.catchall !== undefined && defOf(def.catchall).type !== 'never';
  const isFree = def.type === 'record' && def.keyType?._zod.values === undefined;
  const isAny = def.type === 'unknown' || def.type === 'any';
  return [
    ...(KNOWN.has(def.type) ? [] : [`${def.type} is not known to this walk`]),
    ...(def.type === 'string' && maximumOf(schema) === undefined && !BOUNDED_FORMATS.has(format) && !text
      ? ['text without a bound']
      : []),
    ...(def.type === 'array' && maximumOf(schema) === undefined ? ['list without a bound'] : []),
    ...(def.type === 'tuple' && def.rest ? ['tuple with any number of members'] : []),
    ...((isOpen || isFree) && !members ? ['object with any number of members'] : []),
    ...(isAny && metaOf(schema, MAX_JSON_LENGTH) === undefined ? ['value of any size'] : []),
  ];
}
