import { describe, expect, it } from '@jest/globals';
import { BudgetSpent, WorkBudget } from '../../../platform/workers/work-budget.js';
import { fits, parseGlob } from './glob.js';

const budget = (steps = 100_000) => new WorkBudget({ steps, kept: 0 });

describe(fits.name, () => {
  it.each([
    ['main', 'main'],
    ['release/*', 'release/1.2'],
    ['**', 'a/b/c'],
    ['infra/**', 'infra/prod/main.tf'],
    ['**/*.tf', 'main.tf'],
    ['**/*.tf', 'a/b/main.tf'],
    ['a/**/b', 'a/b'],
    ['a/**/b', 'a/x/y/b'],
    ['*/**.yml', 'x/a/b.yml'],
    ['v?.?', 'v1.2'],
    ['ä?/*', 'ä😀/x'],
    ['[a].(b)+', '[a].(b)+'],
  ])('should be true for %s and %s', (pattern, text) => {
    expect(fits(parseGlob(pattern), text, budget())).toBe(true);
  });

  it.each([
    ['main', 'main2'],
    ['main', 'xmain'],
    ['release/*', 'release/1/2'],
    ['*.tf', 'infra/main.tf'],
    ['infra/**', 'infrastructure/x'],
    ['v?', 'v'],
    ['v?', 'v/'],
    ['a/**/b', 'a/xb'],
    ['.', 'x'],
    ['', 'x'],
  ])('should be false for %s and %s', (pattern, text) => {
    expect(fits(parseGlob(pattern), text, budget())).toBe(false);
  });

  it('should take work in line with both lengths, whatever the pattern', () => {
    const [stars, text] = ['*a'.repeat(120), 'a'.repeat(1_000)];
    const spent = budget(1_000_000);
    expect(fits(parseGlob(`${stars}b`), text, spent)).toBe(false);
    expect(spent.taken.steps).toBeLessThanOrEqual(241 * 1_001);
    expect(() => fits(parseGlob(`${stars}b`), text, budget(1_000))).toThrow(BudgetSpent);
  });
});
