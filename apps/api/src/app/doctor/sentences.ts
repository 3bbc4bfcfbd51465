import { type Finding, FINDINGS, findingSentence, remedySentence } from '@switchyard/contracts';

/** The English words of a finding of this version. */
export function sentencesOf(finding: Finding): { text: string; remedy?: string } {
  const { code } = finding;
  const text = isKnown(code) ? findingSentence({ ...finding, code }) : code;
  const remedy = remedySentence(finding);
  return remedy === undefined ? { text } : { text, remedy };
}
const isKnown = (code: string): code is keyof typeof FINDINGS => Object.hasOwn(FINDINGS, code);
