import { type Issue, issueAt, issuesOf, problem } from '@switchyard/contracts';
import type { z } from 'zod';
import { problemWords } from './problem-words.js';

/** A fault of one form field: a problem of the contract, or words of this console. */
export type FormIssue = Issue | { path: Issue['path']; message: string };

/** A field that must be filled in. */
export const emptyAt = (...path: Issue['path']): Issue => issueAt(path, problem('empty'));

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
export function formIssues(schema: z.ZodType, body: unknown): Issue[] {
  const result = schema.safeParse(body);
  if (result.success) {
    return [];
  }
  return issuesOf(result.error.issues).map((issue) =>
    typeFaults.includes(issue.code) && isAbsent(valueAt(body, issue.path)) ? emptyAt(...issue.path) : issue,
  );
}

/** What is shown at the field. */
export const issueText = (issue: FormIssue): string =>
  asSentence('code' in issue ? problemWords(issue) : issue.message);

/** First letter in upper case: contract words follow a field name, form words stand alone under it. */
export function asSentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
