import type { AttemptFiles } from '../../../files/attempt-files.js';
import { hclLiteral } from './hcl-literal.js';
import { complexVariables } from './variable-types.js';

/**
 * The variables of a job as the configuration wants them: a text for a list or a map is read as `-var` would, because answers to
 * questions are texts. An unreadable value stays a text, which the tool refuses. Secrets are not for this: logs are masked by the
 * whole text, not by the members of a list.
 */
export async function typedVariables(
  files: AttemptFiles,
  directory: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const read = new Map(
    Object.entries(variables).flatMap(([name, value]) => {
      const literal = typeof value === 'string' ? hclLiteral(value) : undefined;
      return literal === undefined ? [] : [[name, literal] as const];
    }),
  );
  const complex = read.size === 0 ? new Set<string>() : await complexVariables(files, directory);
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, complex.has(name) ? (read.get(name) ?? value) : value]),
  );
}
