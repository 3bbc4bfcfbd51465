import { join } from 'node:path';
import type { AttemptFiles } from '../../../files/attempt-files.js';
import { type HclToken, hclTokens } from './hcl-tokens.js';

/** Most files of a configuration that are read, and most bytes of each. */
const [MOST_FILES, MOST_BYTES] = [200, 1024 * 1024];
/** Types whose values `-var` reads as expressions; any other text is the value itself. */
const COMPLEX = new Set(['list', 'set', 'map', 'object', 'tuple', 'any']);

/** Names of the variables of a configuration that hold lists, maps or values of any type. Files in JSON are not looked at. */
export async function complexVariables(files: AttemptFiles, directory: string): Promise<Set<string>> {
  const entries = await files.list(directory);
  const names = entries
    .filter(({ name, kind }) => kind === 'file' && /\.(tf|tofu)$/.test(name))
    .slice(0, MOST_FILES)
    .map(({ name }) => name);
  const found = new Set<string>();
  for (const name of names) {
    const content = await files.read(join(directory, name), MOST_BYTES).catch(() => null);
    complexIn(hclTokens(content?.toString('utf8') ?? '')).forEach((variable) => found.add(variable));
  }
  return found;
}

/** Of the pieces of one file. */
export function complexIn(tokens: readonly HclToken[]): string[] {
  const found: string[] = [];
  let depth = 0;
  let variable = '';
  for (const [at, token] of tokens.entries()) {
    depth += depthOf(token);
    const isWord = token.kind === 'word';
    if (depth === 0 && isWord) {
      variable = token.value === 'variable' ? textAt(tokens, at + 1) : variable;
    } else if (depth === 1 && isWord && token.value === 'type' && isComplex(tokens, at + 1)) {
      found.push(variable);
    }
    if (depth === 0 && token.value === '}') {
      variable = '';
    }
  }
  return found.filter((name) => name !== '');
}

const textAt = (tokens: readonly HclToken[], at: number): string => tokens[at]?.value ?? '';

const depthOf = ({ kind, value }: HclToken): number =>
  kind !== 'mark' ? 0 : value === '{' ? 1 : value === '}' ? -1 : 0;

/** @param at of the sign behind the word `type` */
const isComplex = (tokens: readonly HclToken[], at: number): boolean =>
  textAt(tokens, at) === '=' && COMPLEX.has(textAt(tokens, at + 1));
