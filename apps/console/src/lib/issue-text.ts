import { own } from '@switchyard/contracts';
import i18next from 'i18next';
import { asSentence } from './as-sentence.js';
import type { FormIssue } from './form-issues.js';
import { problemWords } from './problem-words.js';

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

/** Text at the field, whether the form or the server found the issue. */
export function issueText(issue: FormIssue): string {
  if (!('code' in issue)) {
    return asSentence(issue.message);
  }
  // A member that a client left out is an empty field to the reader.
  const isEmpty = issue.code === 'empty' || issue.code === 'required';
  const select = isEmpty ? selectOf(issue) : undefined;
  const named = isEmpty ? { code: 'empty', params: {} } : issue;
  return select === undefined ? asSentence(problemWords(named)) : i18next.t(`choose.${select}`);
}
