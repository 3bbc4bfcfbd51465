import { describe, expect, it } from '@jest/globals';
import { add, closingLine, figuresIn, layerLine, noTests } from './totals.mjs';

describe('totals', () => {
  it('should close with one line of the sums', () => {
    const sum = add(add(noTests, { passed: 3, failed: 0, skipped: 1 }), { passed: 4, failed: 2, skipped: 0 });
    expect(closingLine(sum)).toBe('7 passed, 2 failed, 1 skipped');
  });

  it('should mark a layer with a failed test', () => {
    expect(layerLine('unit', { passed: 3, failed: 1, skipped: 0 }, 1234)).toMatch(/unit .* 1\.2 s .*FAILED \(3\/4\)/);
    expect(layerLine('unit', { passed: 3, failed: 0, skipped: 0 }, 1234)).toMatch(/ok \(3\/3\)/);
  });

  it('should find the figures that tests print', () => {
    expect(figuresIn('PASS a\nfigure: 3 of 3 pairs\n  figure: 0 violations\nno figure here\n')).toEqual([
      '3 of 3 pairs',
      '0 violations',
    ]);
  });
});
