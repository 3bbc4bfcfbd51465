import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import { plainWords } from '../plain-words.mjs';

const found = (code: string): number =>
  new Linter().verify(code, {
    plugins: { workspace: { rules: { plain: plainWords } } },
    rules: { 'workspace/plain': 'error' },
  }).length;

describe('plain words', () => {
  it.each([
    ['a comment', '/** Tells the runner to stop. */'],
    ['a phrase', '// tasks that wait in vain'],
    ['a name', 'const lastHeard = 1;'],
    ['a member', 'const a = { news: 1 };'],
    ['the title of a test', "it('should say so', () => {});"],
    ['the title of a table of tests', "it.each([1])('should tell %s', () => {});"],
  ])('should replace speech in %s', (_what, code) => {
    expect(found(code)).toBe(1);
  });

  it.each([
    '// Newsletter, essay and hearth are other words.',
    'const essay = "the tool says hello";',
    "print('say it');",
    'const intelligentRetelling = 1;',
  ])('should let pass %s', (code) => {
    expect(found(code)).toBe(0);
  });
});
