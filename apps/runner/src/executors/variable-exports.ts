import { isExported, isManagerVariable, type Job } from '@switchyard/contracts';
import { scriptValue } from './script-arguments.js';

/**
 * The variables that become environment variables: those of the variable group, and of a launch those that somebody who
 * manages the project has named. None of them changes how the runner starts its tools.
 */
export function variableExports(job: Pick<Job, 'variables' | 'secret_variables' | 'launch'>): Record<string, string> {
  const launched = new Set(job.launch.names);
  const isNamed = (name: string): boolean =>
    launched.has(name) ? isExported(job.launch.rule, name) : isManagerVariable(name);
  const exported = Object.entries({ ...job.variables, ...job.secret_variables }).filter(([name]) => isNamed(name));
  return Object.fromEntries(exported.map(([name, value]) => [name, scriptValue(value)]));
}
