import { describe, expect, it } from '@jest/globals';
import { sgrAfter } from './sgr-state.js';

const esc = '\u001b[';

describe('sgrAfter', () => {
  it('should carry an open colour over to the next line', () => {
    expect(sgrAfter([`${esc}1;31mfatal`], '')).toBe('1;31');
    expect(sgrAfter(['plain'], '1;31')).toBe('1;31');
  });

  it('should forget everything at a reset, with or without a zero', () => {
    expect(sgrAfter([`${esc}0m`], '1;31')).toBe('');
    expect(sgrAfter([`${esc}m`], '1;31')).toBe('');
    expect(sgrAfter([`${esc}0;32m`], '1;31')).toBe('32');
  });

  it('should add to what is in force', () => {
    expect(sgrAfter([`${esc}4m`], '31')).toBe('4;31');
  });

  it('should stay whole and short when a log never resets', () => {
    const line = Array.from({ length: 1000 }, (_, i) => `${esc}${(i % 9) + 1};38;2;10;20;30m`).join('x');
    expect(sgrAfter([line], '')).toBe('1;2;3;4;5;7;8;9;38;2;10;20;30');
  });

  it('should ignore sequences that are not colours', () => {
    expect(sgrAfter([`${esc}2K${esc}1;1H`], '32')).toBe('32');
  });
});
