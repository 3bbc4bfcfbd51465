/** One line of a variable table. `key` is for React only. */
export interface VariableRow {
  key: number;
  name: string;
  value: string;
}

/** Extra variables as the form holds them: a table of JSON values, or the text of the whole object. */
export type ExtraVariables = { mode: 'table'; rows: VariableRow[] } | { mode: 'json'; text: string };

export interface RowsResult {
  /** The JSON object, or null when a line is at fault. */
  json: string | null;
  fault: string | null;
}

/** A line at fault, in words of the caller. */
export interface RowWords {
  unnamed: string;
  twice: (name: string) => string;
  unreadable: (name: string, reason: string) => string;
}

let lastKey = 0;
export const nextKey = (): number => (lastKey += 1);

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text || '{}');
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const isNested = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isNested) : typeof value === 'object' && value !== null;

/** Lines of a JSON object, each value as JSON; null when the text is no object or holds nested ones. */
export function tableRows(text: string): VariableRow[] | null {
  const object = parseObject(text);
  if (object === null || Object.values(object).some(isNested)) {
    return null;
  }
  return Object.entries(object).map(([name, value]) => ({ key: nextKey(), name, value: JSON.stringify(value) }));
}

/** What the form shows first: the table where it can. */
export function extraVariables(json: string): ExtraVariables {
  const rows = tableRows(json);
  return rows === null ? { mode: 'json', text: prettyJson(json) } : { mode: 'table', rows };
}

export function prettyJson(text: string): string {
  const object = parseObject(text);
  return object === null ? text : JSON.stringify(object, null, 2);
}

function nameFault(rows: readonly VariableRow[], words: RowWords): string | null {
  const names = rows.map(({ name }) => name.trim());
  if (names.includes('')) {
    return words.unnamed;
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? null : words.twice(twice);
}

/** The object that lines of JSON values describe; the fault is the parse error of the first unreadable value. */
export function jsonOfRows(rows: readonly VariableRow[], words: RowWords): RowsResult {
  const fault = nameFault(rows, words);
  if (fault !== null) {
    return { json: null, fault };
  }
  const members = new Map<string, unknown>();
  for (const { name, value } of rows) {
    try {
      members.set(name.trim(), JSON.parse(value));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { json: null, fault: words.unreadable(name, reason) };
    }
  }
  return { json: JSON.stringify(Object.fromEntries(members)), fault: null };
}

/** Lines of a process environment; scalars are shown without quotes. */
export function environmentRows(text: string | null): VariableRow[] {
  return Object.entries(parseObject(text ?? '') ?? {}).map(([name, value]) => ({
    key: nextKey(),
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}

/** The object of a process environment: every value is a string. */
export function jsonOfEnvironment(rows: readonly VariableRow[], words: RowWords): RowsResult {
  const fault = nameFault(rows, words);
  const entries = rows.map(({ name, value }) => [name.trim(), value] as const);
  return fault === null ? { json: JSON.stringify(Object.fromEntries(entries)), fault } : { json: null, fault };
}
