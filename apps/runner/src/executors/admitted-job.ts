import { isVariableName, type Job, shownName, variableRefusal } from '@switchyard/contracts';
import type { TaskLog } from '../logs/task-log.js';

/** Most names in one line of the log. */
const MAX_NAMED = 50;

/**
 * The job without the variables that its launch may not set, and without those whose name is invalid, from any source. The
 * control plane holds the same rule; what is left out here is named in the log.
 */
export function admittedJob(job: Job, log: TaskLog): Job {
  const launched = new Set(job.launch.names);
  const isAdmitted = (name: string): boolean =>
    launched.has(name) ? variableRefusal(job.launch.rule, name) === null : isVariableName(name);
  const refused = Object.keys({ ...job.variables, ...job.secret_variables }).filter((name) => !isAdmitted(name));
  if (refused.length === 0) {
    return job;
  }
  log.system(`These variables may not be set and were left out: ${namesForLog(refused)}`);
  return {
    ...job,
    variables: only(job.variables, isAdmitted),
    secret_variables: only(job.secret_variables, isAdmitted),
  };
}

/** Names as a line of the log can hold them. */
export function namesForLog(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `${names.slice(0, MAX_NAMED).map(shownName).join(', ')}${more}`;
}

function only<T>(all: Readonly<Record<string, T>>, keep: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => keep(name)));
}
