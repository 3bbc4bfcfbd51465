import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@switchyard/contracts';
import {
  type Catalogue,
  copiedTexts,
  missingTexts,
  placeFaults,
  textsOf,
  unusedTexts,
} from '@switchyard/contracts/testing';
import { problemTexts } from './write-problem-texts.js';

const fileOf = (code: string): string => join(import.meta.dirname, `${code}.json`);
const textsIn = (code: string) => textsOf(JSON.parse(readFileSync(fileOf(code), 'utf8')) as object);
const english = textsIn('en');
/** Words that languages have in common with English. */
const same = new Set(['Project', 'Runner', 'Version', 'Task', 'Message', 'Template', '[{{project}}] {{title}}']);
const translations = LANGUAGES.filter((code) => code !== 'en' && existsSync(fileOf(code))).map(
  (language): Catalogue => ({ language, texts: textsIn(language) }),
);

describe('the translations of mails and alerts', () => {
  it('should be fourteen beside English', () => {
    expect(translations).toHaveLength(LANGUAGES.length - 1);
  });

  it.each([
    ['every text of English', missingTexts],
    ['no text that English has not', unusedTexts],
    ['the values and the markup of the English texts', placeFaults],
    ['no copy of English', (one: Catalogue, other: typeof english) => copiedTexts(one, other, same)],
  ])('should have %s', (_, find) => {
    expect(translations.flatMap((catalogue) => find(catalogue, english))).toEqual([]);
  });

  it('should word problems as the console does: npm run texts writes the files', () => {
    const old = problemTexts().filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text);
    expect(old.map(({ file }) => file)).toEqual([]);
  });
});
