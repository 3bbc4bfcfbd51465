import { effectiveApp, type TaskWithTemplate } from '@switchyard/contracts';
import { ansibleErrors, otherErrors } from './error-patterns.js';
import { useFoundLines } from './use-found-lines.js';

/**
 * Numbers of the lines, from 1, that explain why a failed task failed: all in which Ansible does, or the last one in which another tool
 * names an error; null while they are searched.
 */
export function useErrorLines(task: TaskWithTemplate): readonly number[] | null {
  const ansible = effectiveApp(task.tpl_app) === 'ansible';
  const expression = ansible ? ansibleErrors : otherErrors;
  const found = useFoundLines(task, task.status === 'error' ? expression : null);
  return ansible || found === null ? found : found.slice(-1);
}
