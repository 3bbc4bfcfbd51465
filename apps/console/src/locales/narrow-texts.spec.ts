import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@switchyard/contracts';
import { consoleCatalogue, longTexts, textsOf } from '@switchyard/texts/testing';

const source = join(import.meta.dirname, '..');
const english = textsOf(consoleCatalogue('en'));

/** Keys of buttons and heads of columns, as the code has them. */
const narrow = new Set(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => {
      const code = readFileSync(join(source, file), 'utf8');
      const keys = />\s*\{t\('([^']+)'\)\}\s*<\/Button>|\bkey: '[^']*',\s*title: t\('([^']+)'/g;
      return [...code.matchAll(keys)].map(([, button, head]) => button ?? head ?? '');
    }),
);
const isNarrow = (key: string): boolean => narrow.has(key) || /^(?:action|nav|status)\./.test(key);

describe('the translations', () => {
  it('should fit where there is little room: on buttons, above columns, in the menu and beside icons of status', () => {
    expect(narrow.size).toBeGreaterThan(100);
    const long = LANGUAGES.flatMap((language) =>
      longTexts({ language, texts: textsOf(consoleCatalogue(language)) }, english, isNarrow),
    );
    expect(long).toEqual([]);
  });
});
