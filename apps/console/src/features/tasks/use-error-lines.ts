import { effectiveApp, type TaskWithTemplate } from '@switchyard/contracts';
import { useMemo } from 'react';
import { ansibleErrors, otherErrors } from './error-patterns.js';
import { useFoundLines } from './use-found-lines.js';
import { PLACED_ERRORS } from './file-places.js';

const none: readonly never[] = [];

/**
 * Numbers of the lines, from 1, that explain why a failed task failed: all in which Ansible does; of another tool those that name an error
 * at a place of a file, else the last one in which it names an error. Null while those of Ansible are searched, at the first of which the
 * log opens; logs of other tools open at their end.
 */
export function useErrorLines(task: TaskWithTemplate): readonly number[] | null {
  const ansible = effectiveApp(task.tpl_app) === 'ansible';
  const failed = task.status === 'error';
  const found = useFoundLines(task, failed ? (ansible ? ansibleErrors : PLACED_ERRORS) : null);
  const isUnplaced = failed && !ansible && found?.length === 0;
  const last = useFoundLines(task, isUnplaced ? otherErrors : null)?.at(-1);
  const lastOnly = useMemo(() => (last === undefined ? none : [last]), [last]);
  return ansible || (found !== null && found.length > 0) ? found : lastOnly;
}
