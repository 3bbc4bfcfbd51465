import { z } from 'zod';
import { withProblem } from '../errors/issue.js';
import { type Problem, problem } from '../errors/problem.js';
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

/** Why a variable of a group may not have this name; `null` = it may. */
export function variableNameFault(name: string): Problem | null {
  return isVariableName(name) ? null : problem('variable_name');
}

/** Why {@link isGroupEnvironment} refuses a name, with what to do; `null` = it does not. */
export function environmentNameFault(name: string): Problem | null {
  if (name.length > MAX_VARIABLE_NAME || !GROUP_ENVIRONMENT.test(name)) {
    return problem('environment_name');
  }
  return steersRunner(name) ? problem('steering_name') : null;
}

/** Name of a question of a template. Its answer is a variable and, where the name allows it, an environment variable. */
export const SurveyName = z
  .string()
  .max(MAX_VARIABLE_NAME)
  .trim()
  .min(1)
  .refine((name) => name === '' || isVariableName(name), withProblem('variable_name'))
  .refine((name) => !steersRunner(name), withProblem('steering_name'));
