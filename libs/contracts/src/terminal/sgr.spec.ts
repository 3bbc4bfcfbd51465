import { describe, expect, it } from '@jest/globals';
import { applySgr, PLAIN_SGR, SGR_RGB, SGR_STYLES, sgrParams } from './sgr.js';

describe(applySgr, () => {
  it('should set and reset when codes are joined by semicolons', () => {
    const state = applySgr(PLAIN_SGR, '1;31;44');
    expect(state).toEqual({ fg: 1, bg: 4, flags: SGR_STYLES.bold });
    expect(applySgr(state, '')).toEqual(PLAIN_SGR);
    expect(applySgr(state, '0;92')).toEqual({ fg: 10, bg: -1, flags: 0 });
  });

  it.each([
    ['38;5;208', 208],
    ['38:5:208', 208],
    ['38;2;1;2;3', SGR_RGB | 0x010203],
    ['38:2:1:2:3', SGR_RGB | 0x010203],
    ['38:2::1:2:3', SGR_RGB | 0x010203],
  ])('should read the extended colour %s', (params, fg) => {
    expect(applySgr(PLAIN_SGR, params).fg).toBe(fg);
  });

  it('should go on behind an extended colour', () => {
    expect(applySgr(PLAIN_SGR, '48;5;17;1')).toEqual({ fg: -1, bg: 17, flags: SGR_STYLES.bold });
    expect(applySgr(PLAIN_SGR, '48:2::1:2:3;4')).toEqual({
      fg: -1,
      bg: SGR_RGB | 0x010203,
      flags: SGR_STYLES.underline,
    });
    expect(applySgr(PLAIN_SGR, '58;5;1;31')).toEqual({ fg: 1, bg: -1, flags: 0 });
  });

  it.each(['38;9;31', '38;5;999', '38;5', '38;2;1;2', '38:2:1:2:x', '38;5;-1', '48;5;1e2'])(
    'should read no colour from %s',
    (params) => {
      expect(applySgr(PLAIN_SGR, params)).toEqual(PLAIN_SGR);
    },
  );

  it('should take back one style when its end code comes', () => {
    const state = applySgr(PLAIN_SGR, '1;2;4;7');
    expect(applySgr(state, '22').flags).toBe(SGR_STYLES.underline | SGR_STYLES.inverse);
    expect(applySgr(state, '4:0;27').flags).toBe(SGR_STYLES.bold | SGR_STYLES.dim);
  });

  it('should change nothing when the code is unknown', () => {
    const state = applySgr(PLAIN_SGR, '31');
    expect(applySgr(state, '73;abc;38x;108')).toEqual(state);
  });
});

describe(sgrParams, () => {
  it.each([
    ['31;1', '1;31'],
    ['91;104', '91;104'],
    ['38:5:1;48:5:200', '31;48;5;200'],
    ['38:2::10:20:30', '38;2;10;20;30'],
    ['21;6', '4;5'],
    ['0', ''],
  ])('should write %s as %s', (params, written) => {
    expect(sgrParams(applySgr(PLAIN_SGR, params))).toBe(written);
  });

  it('should be read back as the same state, and stay short, when everything is set', () => {
    const all = applySgr(PLAIN_SGR, '1;2;3;4;5;6;7;8;9;21;38;2;255;255;255;48;2;255;255;255');
    expect(applySgr(PLAIN_SGR, sgrParams(all))).toEqual(all);
    expect(sgrParams(all).length).toBeLessThanOrEqual(49);
  });
});
