import { z } from 'zod';
import { steersRunner } from './steering-names.js';

/** Longest name of a variable, in characters. */
export const MAX_VARIABLE_NAME = 255;

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_.-]*$/;
const ENVIRONMENT = /^[A-Za-z_][A-Za-z0-9_]*$/;

const VARIABLE_NAME_RULE =
  'must begin with a letter or underscore, consist of letters, digits, dots, dashes and underscores, and be none of the facts about a task';

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

/** Why a variable of a group may not have this name; `null` = it may. */
export function variableNameFault(name: string): string | null {
  return isVariableName(name) ? null : VARIABLE_NAME_RULE;
}

/** Why {@link isManagerVariable} refuses a name, with what to do; `null` = it does not. */
export function environmentNameFault(name: string): string | null {
  if (!isEnvironmentName(name)) {
    return 'must consist of letters, digits and underscores';
  }
  return steersRunner(name) ? 'changes how the runner starts its tools; choose another name' : null;
}

/** Name of a question of a template. Its answer is a variable and, where the name allows it, an environment variable. */
export const SurveyName = z
  .string()
  .max(MAX_VARIABLE_NAME)
  .trim()
  .refine(isVariableName, VARIABLE_NAME_RULE)
  .refine((name) => !steersRunner(name), 'changes how the runner starts its tools; choose another name');
