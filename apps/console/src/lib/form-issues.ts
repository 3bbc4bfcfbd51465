import { type AnyProblem, type Issue, issueAt, issuesOf, own, problem } from '@switchyard/contracts';
import i18next from 'i18next';
import type { z } from 'zod';
import { asSentence } from './as-sentence.js';
import { problemWords } from './problem-words.js';

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

/** Fields that are selects: their empty value reads "Choose a repository". */
const selects = [
  'auth_key_id',
  'auth_secret_id',
  'build_task_id',
  'build_template_id',
  'inventory_id',
  'repository_id',
  'role',
  'ssh_key_id',
  'template_id',
  'type',
  'user_id',
  'vault_key_id',
] as const;

/** The select that a field is like, where it has another name. */
const alike: Readonly<Record<string, (typeof selects)[number]>> = { commit_repository_id: 'repository_id' };

function selectOf({ path }: FormIssue): (typeof selects)[number] | undefined {
  const field = String(path.at(-1));
  return own(alike, field) ?? selects.find((name) => name === field);
}

/** What is shown at the field, whether the form or the server found it. */
export function issueText(issue: FormIssue): string {
  if (!('code' in issue)) {
    return asSentence(issue.message);
  }
  // What a client left out is an empty field to the reader.
  const isEmpty = issue.code === 'empty' || issue.code === 'required';
  const select = isEmpty ? selectOf(issue) : undefined;
  const named = isEmpty ? { code: 'empty', params: {} } : issue;
  return select === undefined ? asSentence(problemWords(named)) : i18next.t(`choose.${select}`);
}
