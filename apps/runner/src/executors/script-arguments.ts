import { exactJson } from '@switchyard/contracts';

/** Text of a variable for a script: scalars as they are, `null` empty, everything else as JSON. */
export function scriptValue(value: unknown): string {
  if (typeof value === 'string') {
    return value;
  }
  return value === null || value === undefined ? '' : exactJson(value);
}

/**
 * Arguments of an interpreter: its own leading ones, the script, the template's arguments, every variable as `NAME=value` in its given order, the
 * task's arguments. Secrets are not among them.
 */
export function scriptArguments(parts: {
  leading: readonly string[];
  script: string;
  templateArguments: readonly string[];
  variables: Readonly<Record<string, unknown>>;
  taskArguments: readonly string[];
}): string[] {
  const variables = Object.entries(parts.variables).map(([name, value]) => `${name}=${scriptValue(value)}`);
  return [...parts.leading, parts.script, ...parts.templateArguments, ...variables, ...parts.taskArguments];
}
