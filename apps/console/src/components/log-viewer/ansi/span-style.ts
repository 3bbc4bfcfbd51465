import type { CSSProperties } from 'react';
import { SGR_RGB, SGR_STYLES, type SgrStyle } from '@switchyard/contracts';

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const surface = 'var(--sy-log-bg)';
const ink = 'var(--sy-log-text)';

/**
 * How a colour state looks. The sixteen named colours come from the theme, which keeps them readable on the log's surface; on a coloured
 * ground the text takes the surface's colour, which reads against all of them. Fixed colours are pulled to a readable lightness.
 */
export function styleOf(state: SgrStyle): CSSProperties | undefined {
  const { fg, bg, flags } = state;
  if (fg < 0 && bg < 0 && flags === 0) {
    return undefined;
  }
  return { ...colorsOf(fg, bg, flags), ...lettersOf(flags) };
}

function colorsOf(fg: number, bg: number, flags: number): CSSProperties {
  if (flags & SGR_STYLES.inverse) {
    return groundOf(fg < 0 ? ink : paint(fg), fg);
  }
  if (bg >= 0) {
    return groundOf(paint(bg), bg);
  }
  if (fg >= 0) {
    return { color: fg < 16 ? paint(fg) : readable(paint(fg)) };
  }
  return flags & SGR_STYLES.dim ? { color: 'var(--sy-log-number)' } : {};
}

function groundOf(color: string, code: number): CSSProperties {
  return code < 16
    ? { background: color, color: surface }
    : { background: color, color: luminance(rgbOf(code)) > 0.18 ? '#000' : '#fff' };
}

function lettersOf(flags: number): CSSProperties {
  const lines = [flags & SGR_STYLES.underline ? 'underline' : '', flags & SGR_STYLES.strike ? 'line-through' : ''];
  return {
    ...(flags & SGR_STYLES.bold ? { fontWeight: 700 } : {}),
    ...(flags & SGR_STYLES.italic ? { fontStyle: 'italic' } : {}),
    ...(lines.some(Boolean) ? { textDecoration: lines.join(' ').trim() } : {}),
  };
}

function paint(code: number): string {
  if (code < 16) {
    return `var(--sy-ansi-${code > 7 ? 'bright-' : ''}${names[code & 7] ?? 'white'})`;
  }
  return `rgb(${rgbOf(code).join(' ')})`;
}

function readable(color: string): string {
  return `oklch(from ${color} clamp(var(--sy-log-dark), l, var(--sy-log-light)) c h)`;
}

/** xterm's 6×6×6 cube (16 to 231) and 24 greys (232 to 255), or the three bytes of a true colour. */
function rgbOf(code: number): [number, number, number] {
  if (code >= SGR_RGB) {
    return [(code >> 16) & 255, (code >> 8) & 255, code & 255];
  }
  if (code >= 232) {
    return [code * 10 - 2312, code * 10 - 2312, code * 10 - 2312];
  }
  const level = (value: number): number => (value === 0 ? 0 : value * 40 + 55);
  const cube = code - 16;
  return [level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)];
}

/** WCAG 2.2 relative luminance, 0 to 1. */
function luminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
