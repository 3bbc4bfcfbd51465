import { describe, expect, it } from '@jest/globals';
import { ActiveColours } from './active-colours.js';

describe(ActiveColours.name, () => {
  const after = (text: string, before = ''): string => {
    const state = new ActiveColours(before);
    state.advance(Buffer.from(text));
    return state.toString();
  };

  it.each([
    ['plain text\n', ''],
    ['\u001b[31mred\n', '31'],
    ['\u001b[1;31mred\n', '1;31'],
    ['\u001b[31;1mred\n', '1;31'],
    ['\u001b[31mred\u001b[0m\n', ''],
    ['\u001b[31mred\u001b[m\n', ''],
    ['\u001b[0m\u001b[4m\n', '4'],
    ['\u001b[1m\u001b[2m\u001b[22m\u001b[3m\n', '3'],
    ['\u001b[38;5;208m\u001b[48;2;1;2;3mx\n', '38;5;208;48;2;1;2;3'],
    ['\u001b[38:2::10:20:30m\n', '38;2;10;20;30'],
    ['\u001b[91;104m\u001b[39m\n', '104'],
    ['\u001b[38;5;999m\n', ''],
    ['\u001b[38;5m\n', ''],
    ['\u001b]0;title\u0007\u001b[2K\u001b[999999999C\n', ''],
    ['\u001b[', ''],
  ])('should read %j as %j', (text, params) => {
    expect(after(text)).toBe(params);
  });

  it('should go on from an earlier state', () => {
    expect(after('still red \u001b[1mbold\n', '31')).toBe('1;31');
    expect(after('\u001b[0m\n', '1;31')).toBe('');
  });

  it('should stay within 64 characters of digits and semicolons when everything is set', () => {
    const all = after('\u001b[1;2;3;4;5;6;7;8;9;21;38;2;255;255;255;48;2;255;255;255m\n');
    expect(all).toMatch(/^[0-9;]{1,64}$/);
    expect(new ActiveColours(all).toString()).toBe(all);
  });
});
