import {
  environmentNameFault,
  ExactNumber,
  exactJson,
  parseExact,
  type Problem,
  variableNameFault,
} from '@switchyard/contracts';
import { textOf, valueFaultAt, valueOf } from './variable-value.js';
import { nextKey } from '../../lib/next-key.js';

/** One line of a variable table. `key` is for React only. */
export interface VariableRow {
  key: number;
  name: string;
  value: string;
}

/** Extra variables as the form holds them: a table, or the text of the whole object. */
export type ExtraVariables = { mode: 'table'; rows: VariableRow[] } | { mode: 'json'; text: string };

/** Fault of one line. */
export interface RowFault {
  member: 'name' | 'value';
  message: string;
}
/** By the key of the line. */
export type RowFaults = ReadonlyMap<number, RowFault>;

/** Faults in words of the caller. */
export interface RowWords {
  unnamed: string;
  twice: (name: string) => string;
  /** A value that is no JSON from this column on. */
  value: (column: number) => string;
  problem: (problem: Problem) => string;
  /** That a section has lines at fault. */
  lines: string;
}

interface RowRules {
  nameFault: (name: string) => Problem | null;
  /** Values are what their text stands for, not plain texts. */
  isTyped: boolean;
}
export const extraRules: RowRules = { nameFault: variableNameFault, isTyped: true };
export const environmentRules: RowRules = { nameFault: environmentNameFault, isTyped: false };

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = parseExact(text || '{}');
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const isNested = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(isNested)
    : typeof value === 'object' && value !== null && !(value instanceof ExactNumber);

/** Lines of a JSON object; null when the text is no object or holds nested ones. */
export function tableRows(text: string): VariableRow[] | null {
  const object = parseObject(text);
  if (object === null || Object.values(object).some(isNested)) {
    return null;
  }
  return Object.entries(object).map(([name, value]) => ({ key: nextKey(), name, value: textOf(value) }));
}

/** First state of the form: the table where it can. */
export function extraVariables(json: string): ExtraVariables {
  const rows = tableRows(json);
  return rows === null ? { mode: 'json', text: prettyJson(json) } : { mode: 'table', rows };
}

export function prettyJson(text: string): string {
  const object = parseObject(text);
  return object === null ? text : exactJson(object, 2);
}

/** The lines that are at fault, and why. */
export function rowFaults(rows: readonly VariableRow[], rules: RowRules, words: RowWords): RowFaults {
  const names = rows.map(({ name }) => name.trim());
  return new Map(
    rows.flatMap(({ key, value }, index): [number, RowFault][] => {
      const name = names[index] ?? '';
      const message = nameFault(name, names.indexOf(name) !== index, rules, words);
      if (message !== null) {
        return [[key, { member: 'name', message }]];
      }
      const at = rules.isTyped ? valueFaultAt(value) : null;
      return at === null ? [] : [[key, { member: 'value', message: words.value(at + 1) }]];
    }),
  );
}

function nameFault(name: string, isTwice: boolean, { nameFault: rule }: RowRules, words: RowWords): string | null {
  if (name === '') {
    return words.unnamed;
  }
  const fault = rule(name);
  return fault ? words.problem(fault) : isTwice ? words.twice(name) : null;
}

/** The object that lines describe; null when one has no name of its own or is unreadable. */
export function jsonOfRows(rows: readonly VariableRow[]): string | null {
  const members = new Map(rows.map(({ name, value }) => [name.trim(), value]));
  if (members.size < rows.length || members.has('') || rows.some(({ value }) => valueFaultAt(value) !== null)) {
    return null;
  }
  return exactJson(Object.fromEntries([...members].map(([name, value]) => [name, valueOf(value)])));
}

/** Lines of a process environment; scalars are shown without quotes. */
export function environmentRows(text: string | null): VariableRow[] {
  return Object.entries(parseObject(text ?? '') ?? {}).map(([name, value]) => ({
    key: nextKey(),
    name,
    value: typeof value === 'string' ? value : exactJson(value),
  }));
}

/** The object of a process environment: every value is a string. */
export const jsonOfEnvironment = (rows: readonly VariableRow[]): string =>
  JSON.stringify(Object.fromEntries(rows.map(({ name, value }) => [name.trim(), value])));
