import { parseDocument } from 'yaml';
import { type Problem, problem } from './errors/problem.js';
import { textPlace } from './primitives/text-place.js';

/** Longest text that is checked, in characters; checking takes the time of the process. */
const MAX_CHECKED = 131_072;

/** Index of the first fault of a YAML text as Ansible reads it: a name may stand twice. `null` = none, or not checked. */
export function yamlErrorAt(text: string): number | null {
  if (text.length > MAX_CHECKED) {
    return null;
  }
  const options = { version: '1.1', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const;
  return parseDocument(text, options).errors[0]?.pos[0] ?? null;
}

/** Why a text is no YAML, with the place; `null` = it is. */
export function yamlProblem(text: string): Problem | null {
  const at = yamlErrorAt(text);
  return at === null ? null : problem('yaml_syntax_at', { ...textPlace(text, at) });
}
