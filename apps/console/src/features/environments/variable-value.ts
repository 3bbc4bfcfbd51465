import { ExactNumber, exactJson, jsonErrorAt, parseExact } from '@switchyard/contracts';

/** Type of a value for the tool that gets it. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'null' | 'list' | 'object';

/** Start of a text that is meant as JSON: a fault in it is reported, in place of a text that nobody meant. */
const JSON_START = /^\s*["[{]/;

/** Where the text of a value stops being readable, from 0; `null` = it is JSON, or plain text. */
export const valueFaultAt = (text: string): number | null => (JSON_START.test(text) ? jsonErrorAt(text) : null);

/** The value that a text stands for: what is JSON is taken as such, anything else is that text. */
export const valueOf = (text: string): unknown => (jsonErrorAt(text) === null ? parseExact(text) : text);

/** The text of a value: a text without quotes, unless it would be read as something else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' && !JSON_START.test(value) && jsonErrorAt(value) !== null ? value : exactJson(value);

/** `null` = it cannot be read. */
export function kindOf(text: string): ValueKind | null {
  if (valueFaultAt(text) !== null) {
    return null;
  }
  const value = valueOf(text);
  if (value === null) {
    return 'null';
  }
  if (typeof value === 'string') {
    return 'text';
  }
  if (typeof value === 'boolean') {
    return 'boolean';
  }
  return value instanceof ExactNumber || typeof value === 'number'
    ? 'number'
    : Array.isArray(value)
      ? 'list'
      : 'object';
}
