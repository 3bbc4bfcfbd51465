import type { z } from 'zod';
import { MAX_JSON_LENGTH, MAX_MEMBERS } from '../primitives/bounded.js';
import { defOf, maximumOf, metaOf } from './schema-bounds.js';

/** In which way a body is large: in as many parts as fit, in few long ones, or in nested ones. */
export type WorstShape = 'many' | 'long' | 'deep';

/** Characters that patterns, splitters and trimmers may go over again and again. */
export const WORST_FILLERS = ['x', ' ', '0', '-', '/', '{', '=', 'é'] as const;

interface WorstBody {
  shape: WorstShape;
  /** Character of which its texts consist. */
  filler: string;
  /** A valid body: its numbers, switches and short texts are taken, so that the body reaches as far as it can. */
  valid?: unknown;
}

/** Levels of nesting that the parser of bodies takes. */
const LEVELS = 90;
/** A text that may be longer is made long; a shorter one is more likely to have rules of its own. */
const LONG_TEXT = 200;

/**
 * JSON of at most so many bytes that the schema's form allows, in a shape that costs its reader the most. Rules beyond the
 * form, such as a pattern of a text, it may break: what refuses it is work as well.
 */
export function worstJson(schema: z.ZodType, body: WorstBody, bytes: number): string {
  for (let share = bytes; ; share *= 0.8) {
    const json = JSON.stringify(new Maker(body).of(schema, share, body.valid));
    if (Buffer.byteLength(json) <= bytes) {
      return json;
    }
  }
}

class Maker {
  private made = 0;

  constructor(private readonly body: WorstBody) {}

  of(schema: z.ZodType | null | undefined, size: number, valid: unknown): unknown {
    if (!schema) {
      return null;
    }
    const def = defOf(schema);
    switch (def.type) {
      case 'string':
        return this.text(maximumOf(schema) ?? size, size, valid);
      case 'array':
        return this.list(def.element, size, { most: maximumOf(schema) ?? Infinity, valid });
      case 'tuple':
        return (def.items ?? []).map((item) => this.of(item, size / (def.items?.length ?? 1), undefined));
      case 'object':
        return this.object(def.shape ?? {}, size, valid);
      case 'record':
        return this.record(def.valueType, size, metaOf(schema, MAX_MEMBERS) ?? 1_000);
      case 'union':
        return this.of(mostOf(def.options ?? []), size, valid);
      case 'pipe':
        return this.of(def.in && defOf(def.in).type === 'transform' ? def.out : def.in, size, valid);
      case 'unknown':
        return this.anything(Math.min(size, metaOf(schema, MAX_JSON_LENGTH) ?? size));
      case 'lazy':
        return valid ?? null;
      default:
        return def.innerType ? this.of(def.innerType, size, valid) : (valid ?? scalar(schema));
    }
  }

  private text(most: number, size: number, valid: unknown): string {
    if (typeof valid === 'string' && most <= LONG_TEXT) {
      return valid;
    }
    this.made += 1;
    const length = this.body.shape === 'long' ? Math.min(most, size) : 1;
    return `${this.body.filler.repeat(Math.max(0, length - 8))}${this.made}`.slice(0, most);
  }

  private object(shape: Record<string, z.ZodType>, size: number, valid: unknown): object {
    const known = (valid ?? {}) as Record<string, unknown>;
    const entries = Object.entries(shape);
    return Object.fromEntries(entries.map(([name, part]) => [name, this.of(part, size / entries.length, known[name])]));
  }

  private list(element: z.ZodType | undefined, size: number, { most, valid }: { most: number; valid: unknown }) {
    const example = Array.isArray(valid) ? (valid as unknown[])[0] : undefined;
    const share = this.body.shape === 'long' ? size / 2 : 64;
    const one = JSON.stringify(this.of(element, share, example)).length;
    const count = Math.max(0, Math.min(most, Math.floor(size / (one + 4))));
    return Array.from({ length: count }, () => this.of(element, share, example));
  }

  private record(value: z.ZodType | undefined, size: number, most: number): object {
    const share = this.body.shape === 'long' ? size / 2 : 16;
    const one = JSON.stringify(this.of(value, share, undefined)).length;
    const count = Math.max(0, Math.min(most, Math.floor(size / (one + 12))));
    return Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, this.of(value, share, undefined)]));
  }

  /** A value that no schema describes. */
  private anything(size: number): unknown {
    const { shape, filler } = this.body;
    if (shape === 'many') {
      return Object.fromEntries(Array.from({ length: Math.min(size / 12, 50_000) }, (_, i) => [`m${i}`, i]));
    }
    const text = filler.repeat(Math.max(0, size - 2 * LEVELS));
    return shape === 'long' ? { m: text } : nested(text);
  }
}

function nested(inner: unknown): unknown {
  let value = inner;
  for (let level = 0; level < LEVELS; level += 1) {
    value = level % 2 === 0 ? [value] : { m: value };
  }
  return value;
}

/** The alternative with the most room. */
const mostOf = (options: readonly z.ZodType[]): z.ZodType | undefined =>
  ['array', 'record', 'object', 'unknown', 'pipe', 'string'].flatMap((type) =>
    options.filter((option) => defOf(option).type === type),
  )[0] ?? options.at(-1);

/** A value of a kind without a size. */
function scalar(schema: z.ZodType): unknown {
  const { type, entries, values } = schema._zod.def as { type: string; entries?: object; values?: unknown[] };
  const scalars: Record<string, unknown> = { boolean: true, number: 1, int: 1 };
  return scalars[type] ?? Object.values(entries ?? {})[0] ?? values?.[0] ?? null;
}
