import type { z } from 'zod';

/** The part of a zod schema that the least value is made of. */
interface Definition {
  type: string;
  innerType?: Schema;
  in?: Schema;
  shape?: Readonly<Record<string, Schema>>;
  entries?: Readonly<Record<string, unknown>>;
  values?: readonly unknown[];
  options?: readonly Schema[];
  getter?: () => Schema;
}
interface Schema {
  def: Definition;
}

const PLAIN: Readonly<Record<string, unknown>> = { string: '', number: 0, boolean: false, nullable: null };

function leastOf({ def }: Schema): unknown {
  const { shape, entries, values, options, innerType, getter } = def;
  const inner = options?.[0] ?? innerType ?? getter?.() ?? def.in;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(shape ?? {}).map(([name, member]) => [name, leastOf(member)]));
    case 'enum':
      return Object.values(entries ?? {})[0];
    case 'literal':
      return values?.[0];
    case 'array':
      return [];
    case 'record':
      return {};
    case 'optional':
      return undefined;
    default:
      return def.type in PLAIN || inner === undefined ? PLAIN[def.type] : leastOf(inner);
  }
}

/** A row with the emptiest members that its schema has, but for those that are given. */
export function rowOf<Row extends object>(schema: z.ZodType<Row>, members: Partial<Row> = {}): Row {
  return { ...(leastOf(schema as unknown as Schema) as Row), ...members };
}
