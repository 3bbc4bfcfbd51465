import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@switchyard/contracts';
import {
  type Catalogue,
  copiedTexts,
  type Glossary,
  glossaryFaults,
  longTexts,
  missingTexts,
  placeFaults,
  textsOf,
  unusedTexts,
} from '@switchyard/contracts/testing';

const here = import.meta.dirname;
const readJson = <T>(...path: string[]): T => JSON.parse(readFileSync(join(here, ...path), 'utf8')) as T;
const english = textsOf(readJson('en.json'));
/** Texts that a language has in common with English, such as names of products and words that its engineers use. */
const same = new Map(Object.entries(readJson<Record<string, string[]>>('same-as-english.json')));

const translations = LANGUAGES.filter((code) => code !== 'en' && existsSync(join(here, `${code}.json`))).map(
  (language): Catalogue => ({ language, texts: textsOf(readJson(`${language}.json`)) }),
);
const faults = (find: (catalogue: Catalogue) => string[]): string[] => translations.flatMap(find);

/** Keys of buttons and heads of columns, as the code has them. */
const narrow = new Set(
  readdirSync(join(here, '..'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => {
      const code = readFileSync(join(here, '..', file), 'utf8');
      const keys = />\s*\{t\('([^']+)'\)\}\s*<\/Button>|\bkey: '[^']*',\s*title: t\('([^']+)'/g;
      return [...code.matchAll(keys)].map(([, button, head]) => button ?? head ?? '');
    }),
);
const isNarrow = (key: string): boolean => narrow.has(key) || /^(?:action|nav|status)\./.test(key);

describe('the translations', () => {
  it('should be fourteen, whole, beside English', () => {
    const missing = faults((catalogue) => missingTexts(catalogue, english));
    console.log(
      `figure: catalogues: ${translations.length + 1} languages, ${english.size} texts, ${missing.length} missing`,
    );
    expect(translations).toHaveLength(LANGUAGES.length - 1);
    expect(missing).toEqual([]);
  });

  it('should have no text that English has not, and the plural forms of their language', () => {
    expect(faults((catalogue) => unusedTexts(catalogue, english))).toEqual([]);
  });

  it('should have the values and the markup of the English texts', () => {
    expect(faults((catalogue) => placeFaults(catalogue, english))).toEqual([]);
  });

  it('should hold no copy of English but for words that are the same', () => {
    const allowed = (code: string) => new Set([...(same.get('all') ?? []), ...(same.get(code) ?? [])]);
    expect(faults((catalogue) => copiedTexts(catalogue, english, allowed(catalogue.language)))).toEqual([]);
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
    const glossary = (code: string) => readJson<Glossary>('glossary', `${code}.json`);
    expect(faults((catalogue) => glossaryFaults(catalogue, glossary(catalogue.language)))).toEqual([]);
  });

  it('should fit where there is little room: on buttons, above columns, in the menu and beside icons of status', () => {
    expect(narrow.size).toBeGreaterThan(100);
    expect(faults((catalogue) => longTexts(catalogue, english, isNarrow))).toEqual([]);
  });
});
