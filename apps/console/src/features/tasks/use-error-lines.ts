import { effectiveApp, type TaskWithTemplate } from '@switchyard/contracts';
import { useMemo } from 'react';
import { ansibleErrors, otherErrors } from './error-patterns.js';
import { useFoundLines } from './use-found-lines.js';

const none: readonly never[] = [];

/**
 * Numbers of the lines, from 1, that explain why a failed task failed: all in which Ansible does, or the last one in which another tool
 * names an error. Null while those of Ansible are searched, at the first of which the log opens; logs of other tools open at their end.
 */
export function useErrorLines(task: TaskWithTemplate): readonly number[] | null {
  const ansible = effectiveApp(task.tpl_app) === 'ansible';
  const expression = ansible ? ansibleErrors : otherErrors;
  const found = useFoundLines(task, task.status === 'error' ? expression : null);
  const last = found?.at(-1);
  const lastOnly = useMemo(() => (last === undefined ? none : [last]), [last]);
  return ansible ? found : lastOnly;
}
