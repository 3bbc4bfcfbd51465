import { isMap, isScalar, LineCounter, type Node, parseDocument, type ParsedNode } from 'yaml';
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

/** A value of a YAML text with the place of its keys. */
export interface YamlTree {
  /** 1 = the first. */
  line: number;
  isMapping: boolean;
  /** It has no value. */
  isEmpty: boolean;
  /** Of a mapping. */
  entries: { key: string; line: number; value: YamlTree }[];
}

/** Most levels that are read. */
const MAX_DEPTH = 50;

/** The mappings of a YAML text as Ansible reads it; `null` = it is none, it has faults, or it is not read. */
export function yamlTree(text: string): YamlTree | null {
  if (text.length > MAX_CHECKED) {
    return null;
  }
  const lines = new LineCounter();
  const options = { version: '1.1', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const;
  const { errors, contents } = parseDocument(text, { ...options, lineCounter: lines });
  return errors.length > 0 ? null : treeOf(contents, lines, 0);
}

function treeOf(node: ParsedNode | Node | null, lines: LineCounter, depth: number): YamlTree {
  const line = lineOf(node, lines);
  if (!isMap(node) || depth === MAX_DEPTH) {
    const isEmpty = node === null || (isScalar(node) && node.value === null);
    return { line, isMapping: false, isEmpty, entries: [] };
  }
  const entries = node.items.map(({ key, value }) => ({
    key: isScalar(key) ? String(key.value) : '',
    line: lineOf(key as Node | null, lines),
    value: treeOf(value as Node | null, lines, depth + 1),
  }));
  return { line, isMapping: true, isEmpty: false, entries };
}

const lineOf = (node: Node | ParsedNode | null, lines: LineCounter): number =>
  node?.range ? lines.linePos(node.range[0]).line : 1;
