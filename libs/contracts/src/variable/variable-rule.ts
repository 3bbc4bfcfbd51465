import { z } from 'zod';
import type { IgnoredReason } from '../task/ignored.js';
import { steersRunner } from './steering-names.js';
import { isManagerVariable, isVariableName } from './usable-name.js';
import { matchesPattern } from './variable-pattern.js';

/** Which variables the launch of a task may set. */
export const VariableRule = z.object({
  /** Names of the template's questions. */
  declared: z.array(z.string()),
  /** Patterns of the template. */
  patterns: z.array(z.string()),
  /** The template lets everybody set any variable; none of those becomes an environment variable. */
  any: z.boolean(),
  /** The person who starts the task manages the project, and so may set whatever the template may. */
  trusted: z.boolean(),
});
export type VariableRule = z.infer<typeof VariableRule>;

/** Why a launch may not set this variable; `null` = it may. */
export function variableRefusal(rule: VariableRule, name: string): IgnoredReason | null {
  if (!isVariableName(name)) {
    return 'bad_name';
  }
  if (steersRunner(name)) {
    return 'reserved';
  }
  return rule.any || isListed(rule, name) ? null : 'not_declared';
}

/**
 * Whether a variable that a launch may set also becomes an environment variable: those alone that somebody who manages
 * the project has named.
 */
export function isExported(rule: VariableRule, name: string): boolean {
  return isManagerVariable(name) && isListed(rule, name);
}

function isListed({ declared, patterns, trusted }: VariableRule, name: string): boolean {
  return trusted || declared.includes(name) || patterns.some((pattern) => matchesPattern(pattern, name));
}
