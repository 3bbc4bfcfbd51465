import { type AnyProblem, type Issue, issueAt, issuesOf, problem } from '@switchyard/contracts';
import type { z } from 'zod';

/** A fault of one form field: a problem that the form or the server found, or words of this console. */
export type FormIssue = { path: Issue['path'] } & ((AnyProblem & { message?: string }) | { message: string });

/** Leads a fault of a request to the field that shows it, where that has another name than the member. */
export type Placing = (issue: FormIssue) => Issue['path'];

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
 * The faults of a request body against the schema of the contract, so that browser and server refuse the same bodies.
 * A type fault of an absent value, or a choice not made, becomes `empty`, since the user sees an empty field.
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
