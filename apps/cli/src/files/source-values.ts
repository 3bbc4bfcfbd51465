import { isGroupEnvironment, isVariableName, own } from '@switchyard/contracts';

/** A row of another product's database, or an object of its export, by the names of its members. */
export type SourceRow = Readonly<Record<string, unknown>>;

/** An entry of a backup. */
export type Entry = Record<string, unknown>;

export const present = (entry: Entry): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));

export const textOf = (row: SourceRow, name: string): string => {
  const value = own(row, name);
  return typeof value === 'string' ? value : '';
};

/** An id; `null` = none. */
export const idOf = (row: SourceRow, name = 'id'): number | null => {
  const value = Number(own(row, name) ?? 0);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
};

/** SQL databases hold a boolean as a number, too. */
export const flagOf = (row: SourceRow, name: string): boolean => [true, 1, '1'].includes(own(row, name) as true);

/** The value of a column that holds JSON as a text, or in itself; `null` for none. */
export function jsonOf(row: SourceRow, name: string): unknown {
  const value = own(row, name);
  if (typeof value !== 'string') {
    return value ?? null;
  }
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return null;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Usable part of variables, as JSON, and the names of the others. */
export interface Variables {
  json: string | null;
  refused: string[];
}

/** Variables of a tool, of any JSON. A text that is no object holds none. */
export const jsonVariables = (row: SourceRow, name: string): Variables =>
  usable(row, name, (variable) => isVariableName(variable));

/** Variables of the environment: texts. */
export const environmentVariables = (row: SourceRow, name: string): Variables =>
  usable(row, name, (variable, value) => isGroupEnvironment(variable) && typeof value !== 'object');

function usable(row: SourceRow, name: string, isUsable: (name: string, value: unknown) => boolean): Variables {
  const text = textOf(row, name);
  if (text === '') {
    return { json: null, refused: [] };
  }
  const value = jsonOf(row, name);
  if (!isObject(value)) {
    return { json: null, refused: value === null ? [] : [text.slice(0, 20)] };
  }
  const entries = Object.entries(value);
  const refused = entries.filter(([each, content]) => !isUsable(each, content)).map(([each]) => each);
  // As it was written, where all of it can stay.
  const json =
    refused.length === 0
      ? text
      : JSON.stringify(Object.fromEntries(entries.filter(([each]) => !refused.includes(each))));
  return { json, refused };
}

/** Names by the ids of rows, each of them once: a second one of a name, or one without, has its id behind it. */
export function uniqueNames(rows: readonly SourceRow[], column: string, noun: string): Map<number, string> {
  const names = new Map<number, string>();
  const taken = new Set(rows.map((row) => textOf(row, column).trim()));
  const used = new Set<string>();
  for (const row of rows) {
    const id = idOf(row) ?? 0;
    const name = textOf(row, column).trim();
    let shown = name === '' || used.has(name) ? `${name || noun} ${id}` : name;
    while (used.has(shown) || (shown !== name && taken.has(shown))) {
      shown = `${shown} ${id}`;
    }
    used.add(shown);
    names.set(id, shown);
  }
  return names;
}
