import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import { StreamLanguage } from '@codemirror/language';
import { properties } from '@codemirror/legacy-modes/mode/properties';
import type { Diagnostic } from '@codemirror/lint';
import type { Extension, Text } from '@codemirror/state';
import { jsonErrorAt, type Problem, syntaxProblem } from '@switchyard/contracts';
import { yamlErrorAt, yamlProblem } from '@switchyard/contracts/yaml';
import type { CodeLanguage } from './code-field-props.js';

interface Language {
  support: Extension;
  /** First fault of a text that is not blank; `null` = none. Absent: every text is right. */
  errorAt?: (text: string) => number | null;
  problem?: (text: string) => Problem | null;
}

export const languages: Readonly<Record<CodeLanguage, Language>> = {
  json: { support: json(), errorAt: jsonErrorAt, problem: syntaxProblem },
  yaml: { support: yaml(), errorAt: yamlErrorAt, problem: yamlProblem },
  ini: { support: StreamLanguage.define(properties) },
};

/** The fault of a text for the editor, from its place to the end of the line. */
export function diagnostics(language: CodeLanguage, doc: Text, words: (problem: Problem) => string): Diagnostic[] {
  const { errorAt, problem } = languages[language];
  const text = doc.toString();
  const at = text.trim() === '' ? null : (errorAt?.(text) ?? null);
  const fault = at === null ? null : (problem?.(text) ?? null);
  if (at === null || fault === null) {
    return [];
  }
  const from = Math.min(at, Math.max(0, doc.length - 1));
  return [{ from, to: Math.max(from, doc.lineAt(from).to), severity: 'error', message: words(fault) }];
}
