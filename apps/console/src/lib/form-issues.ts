import { issuesOf } from '@switchyard/contracts';
import type { z } from 'zod';

/** A fault of one form field: where it is, and the words of the contract. */
export interface FormIssue {
  path: (string | number)[];
  message: string;
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );
}

const typeFaults: readonly string[] = [
  'required',
  'one_of',
  'not_text',
  'not_number',
  'not_integer',
  'not_object',
  'not_list',
  'invalid',
];

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * What the schema of the contract says against a request body, so that browser and server refuse the same things with the
 * same words. A type fault of an absent value, or a choice not made, reads "must not be empty", since the user sees an empty field.
 */
export function formIssues(schema: z.ZodType, body: unknown): FormIssue[] {
  const result = schema.safeParse(body);
  if (result.success) {
    return [];
  }
  return issuesOf(result.error.issues).map(({ path, code, message }) => ({
    path,
    message: typeFaults.includes(code) && isAbsent(valueAt(body, path)) ? 'must not be empty' : message,
  }));
}

/** First letter in upper case: contract words follow a field name, form words stand alone under it. */
export function asSentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
