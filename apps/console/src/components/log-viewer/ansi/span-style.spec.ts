import { describe, expect, it } from '@jest/globals';
import { PLAIN_SGR, SGR_RGB, SGR_STYLES } from '@switchyard/contracts';
import { styleOf } from './span-style.js';

const style = (change: Partial<typeof PLAIN_SGR>) => styleOf({ ...PLAIN_SGR, ...change });
const rgb = (r: number, g: number, b: number): number => SGR_RGB + (r << 16) + (g << 8) + b;

describe(styleOf.name, () => {
  it('should give plain text no style at all', () => {
    expect(style({})).toBeUndefined();
  });

  it('should take named colours from the theme', () => {
    expect(style({ fg: 1 })).toEqual({ color: 'var(--sy-ansi-red)' });
    expect(style({ fg: 12 })).toEqual({ color: 'var(--sy-ansi-bright-blue)' });
  });

  it.each([
    ['the first of the cube', 16, '0 0 0'],
    ['the last of the cube', 231, '255 255 255'],
    ['orange of the cube', 208, '255 135 0'],
    ['the first grey', 232, '8 8 8'],
    ['the last grey', 255, '238 238 238'],
    ['a true colour', rgb(1, 2, 3), '1 2 3'],
  ])('should pull fixed colours to a readable lightness: %s', (_, fg, channels) => {
    expect(style({ fg })).toEqual({
      color: `oklch(from rgb(${channels}) clamp(var(--sy-log-dark), l, var(--sy-log-light)) c h)`,
    });
  });

  it('should write on a named ground in the colour of the surface, whatever the text has', () => {
    expect(style({ fg: 3, bg: 2 })).toEqual({ background: 'var(--sy-ansi-green)', color: 'var(--sy-log-bg)' });
  });

  it('should write on a fixed ground in black or white, whichever reads', () => {
    expect(style({ bg: rgb(255, 255, 0) })).toEqual({ background: 'rgb(255 255 0)', color: '#000' });
    expect(style({ bg: rgb(0, 0, 128) })).toEqual({ background: 'rgb(0 0 128)', color: '#fff' });
  });

  it('should exchange text and ground when they are inverse', () => {
    const flags = SGR_STYLES.inverse;
    expect(style({ flags })).toEqual({ background: 'var(--sy-log-text)', color: 'var(--sy-log-bg)' });
    expect(style({ fg: 1, bg: 4, flags })).toEqual({ background: 'var(--sy-ansi-red)', color: 'var(--sy-log-bg)' });
  });

  it('should dim only text that has no colour', () => {
    expect(style({ flags: SGR_STYLES.dim })).toEqual({ color: 'var(--sy-log-number)' });
    expect(style({ fg: 1, flags: SGR_STYLES.dim })).toEqual({ color: 'var(--sy-ansi-red)' });
  });

  it('should have every style of letters at once', () => {
    const { bold, italic, underline, strike } = SGR_STYLES;
    expect(style({ flags: bold | italic | underline | strike })).toEqual({
      fontWeight: 700,
      fontStyle: 'italic',
      textDecoration: 'underline line-through',
    });
    expect(style({ flags: strike })).toEqual({ textDecoration: 'line-through' });
  });
});
