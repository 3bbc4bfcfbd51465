import { z } from 'zod';
import { withProblem } from '../errors/issue.js';
import { type Problem, problem } from '../errors/problem.js';
import { steersRunner } from './steering-names.js';
import { isGroupEnvironment, isVariableName, MAX_VARIABLE_NAME } from './usable-name.js';

/** Why a variable of a group may not have this name; `null` = it may. */
export function variableNameFault(name: string): Problem | null {
  return isVariableName(name) ? null : problem('variable_name');
}

/** Why {@link isGroupEnvironment} refuses a name, with what to do; `null` = it does not. */
export function environmentNameFault(name: string): Problem | null {
  if (steersRunner(name)) {
    return problem('steering_name');
  }
  return isGroupEnvironment(name) ? null : problem('environment_name');
}

/** Name of a question of a template. Its answer is a variable and, where the name allows it, an environment variable. */
export const SurveyName = z
  .string()
  .max(MAX_VARIABLE_NAME)
  .trim()
  .min(1)
  .refine((name) => name === '' || isVariableName(name), withProblem('variable_name'))
  .refine((name) => !steersRunner(name), withProblem('steering_name'));
