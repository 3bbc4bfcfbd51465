import { steersRunner } from './steering-names.js';

/** Longest name of a variable, in characters. */
export const MAX_VARIABLE_NAME = 255;

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_.-]*$/;
const ENVIRONMENT = /^[A-Za-z_][A-Za-z0-9_]*$/;
const GROUP_ENVIRONMENT = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Names of facts about the task, which the runner alone gives. */
const FACTS: readonly string[] = ['switchyard_vars', 'semaphore_vars'];

/** Whether a variable of a task may have this name. It never begins with a dash, so it is never taken for an option. */
export function isVariableName(name: string): boolean {
  return name.length <= MAX_VARIABLE_NAME && VARIABLE.test(name) && !FACTS.includes(name);
}

/** Whether a process can have an environment variable of this name that a shell can read. */
export function isEnvironmentName(name: string): boolean {
  return name.length <= MAX_VARIABLE_NAME && ENVIRONMENT.test(name);
}

/** Whether people who manage a project may give the tools of a task this environment variable. */
export function isManagerVariable(name: string): boolean {
  return isEnvironmentName(name) && !steersRunner(name);
}

/** As {@link isManagerVariable}, for the environment of a group, which may be for programs that are no shell: with dashes. */
export function isGroupEnvironment(name: string): boolean {
  return name.length <= MAX_VARIABLE_NAME && GROUP_ENVIRONMENT.test(name) && !steersRunner(name);
}
