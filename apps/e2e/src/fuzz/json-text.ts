/** Stands verbatim in the JSON, also where that makes it invalid: `1e309`, a lone surrogate's escape, a double member. */
export class Verbatim {
  constructor(readonly text: string) {}
}

/** An object whose members are written as they stand, equal names too. */
export class Members {
  constructor(readonly list: readonly (readonly [name: string, value: unknown])[]) {}
}

/** JSON of values that may hold {@link Verbatim} and {@link Members}. Members that are undefined are left out. */
export function jsonText(value: unknown): string {
  if (value instanceof Verbatim) {
    return value.text;
  }
  if (Array.isArray(value)) {
    return `[${value.map(jsonText).join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = value instanceof Members ? value.list : Object.entries(value);
    const present = entries.filter(([, each]) => each !== undefined);
    return `{${present.map(([name, each]) => `${JSON.stringify(name)}:${jsonText(each)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
