import { own } from '@switchyard/contracts';

/** The value at a path into a document; a number counts the items of a list from 0. Absent = `undefined`. */
export const memberAt = (document: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((value, name) => {
    if (typeof name === 'number') {
      return Array.isArray(value) ? (value as unknown[])[name] : undefined;
    }
    return typeof value === 'object' && value !== null ? own(value, name) : undefined;
  }, document);

/** The first of some values that is a text. */
export const firstText = (...values: readonly unknown[]): string | undefined =>
  values.find((value) => typeof value === 'string');
