import { describe, expect, it } from '@jest/globals';
import { applySgr, plain, RGB, style } from './sgr.js';

describe('applySgr', () => {
  it('should set and reset when codes are joined by semicolons', () => {
    const state = applySgr(plain, '1;31;44');
    expect(state).toEqual({ fg: 1, bg: 4, flags: style.bold });
    expect(applySgr(state, '')).toEqual(plain);
    expect(applySgr(state, '0;92')).toEqual({ fg: 10, bg: -1, flags: 0 });
  });

  it.each([
    ['38;5;208', 208],
    ['38:5:208', 208],
    ['38;2;1;2;3', RGB | 0x010203],
    ['38:2:1:2:3', RGB | 0x010203],
    ['38:2::1:2:3', RGB | 0x010203],
  ])('should read the extended colour %s', (params, fg) => {
    expect(applySgr(plain, params).fg).toBe(fg);
  });

  it('should go on behind an extended colour', () => {
    expect(applySgr(plain, '48;5;17;1')).toEqual({ fg: -1, bg: 17, flags: style.bold });
    expect(applySgr(plain, '48:2::1:2:3;4')).toEqual({ fg: -1, bg: RGB | 0x010203, flags: style.underline });
    expect(applySgr(plain, '58;5;1;31')).toEqual({ fg: 1, bg: -1, flags: 0 });
  });

  it('should read no colour when an extended colour is broken', () => {
    expect(applySgr(plain, '38;9;31')).toEqual(plain);
  });

  it('should take back one style when its end code comes', () => {
    const state = applySgr(plain, '1;2;4;7');
    expect(applySgr(state, '22').flags).toBe(style.underline | style.inverse);
    expect(applySgr(state, '4:0;27').flags).toBe(style.bold | style.dim);
  });

  it('should change nothing when the code is unknown', () => {
    const state = applySgr(plain, '31');
    expect(applySgr(state, '5;8;73;abc')).toEqual(state);
  });
});
