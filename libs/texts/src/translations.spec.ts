import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Language, LANGUAGES } from '@switchyard/contracts';
import { readTexts } from './wording.js';
import { type Catalogue, type Texts, textsOf } from './testing/catalogue.js';
import {
  copiedTexts,
  type Glossary,
  glossaryFaults,
  missingTexts,
  placeFaults,
  unusedTexts,
} from './testing/catalogue-faults.js';

/** Texts that a language has in common with English, such as names of products and words that its engineers use. */
const same = new Map(
  Object.entries(
    JSON.parse(readFileSync(join(import.meta.dirname, 'same-as-english.json'), 'utf8')) as Record<string, string[]>,
  ),
);
const sameIn = (code: Language): Set<string> => new Set([...(same.get('all') ?? []), ...(same.get(code) ?? [])]);
const translations = LANGUAGES.filter((code) => code !== 'en');

describe.each(['console', 'problems', 'messages'] as const)('the translations of %s', (set) => {
  const textsIn = (language: Language): Texts => textsOf(readTexts(set, language) as object);
  const english = textsIn('en');
  const catalogues = translations.map((language): Catalogue => ({ language, texts: textsIn(language) }));
  const faults = (find: (catalogue: Catalogue) => string[]): string[] => catalogues.flatMap(find);

  it('should be whole, in fourteen languages beside English', () => {
    const missing = faults((catalogue) => missingTexts(catalogue, english));
    console.log(`figure: ${set}: ${catalogues.length + 1} languages, ${english.size} texts, ${missing.length} missing`);
    expect(catalogues).toHaveLength(14);
    expect(missing).toEqual([]);
  });

  it('should have no text that English has not, and the plural forms of their language', () => {
    expect(faults((catalogue) => unusedTexts(catalogue, english))).toEqual([]);
  });

  it('should have the values and the markup of the English texts', () => {
    expect(faults((catalogue) => placeFaults(catalogue, english))).toEqual([]);
  });

  it('should hold no copy of English but for words that are the same', () => {
    expect(faults((catalogue) => copiedTexts(catalogue, english, sameIn(catalogue.language)))).toEqual([]);
  });

  it('should have the quotation marks of their language, but in code', () => {
    const isCode = (text: string): boolean => /"production"|\{"region"|"@…"/.test(text);
    const plain = faults(({ language, texts }) =>
      [...texts]
        .filter(([, text]) => /["']/.test(text) && !isCode(text))
        .map(([key, text]) => `${language} ${key}: ${text}`),
    );
    expect(plain).toEqual([]);
  });

  it('should keep to the glossary of their language', () => {
    const glossary = (code: Language) => readTexts('glossary', code) as Glossary;
    expect(faults((catalogue) => glossaryFaults(catalogue, glossary(catalogue.language)))).toEqual([]);
  });
});
