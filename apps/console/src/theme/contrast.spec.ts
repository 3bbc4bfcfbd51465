import { describe, expect, it } from '@jest/globals';
import { expectedContrast } from './expected-contrast.js';
import { ansi, log, surface, tone, type Mode, type Tone } from './palette.js';

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2 contrast ratio, rounded down to hundredths. */
function ratio(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return Math.floor(((light + 0.05) / (dark + 0.05)) * 100) / 100;
}

const modes: Mode[] = ['light', 'dark'];
const surfaces = ['panel', 'ground', 'raised', 'sunken', 'hover', 'selected'] as const;
const logSurfaces = ['bg', 'section', 'hover', 'target'] as const;

describe.each(modes)('contrast of the %s palette', (mode) => {
  const s = surface[mode];
  const expected = expectedContrast[mode];

  it.each(['text', 'text2', 'text3', 'accent'] as const)('should keep %s readable on every surface', (ink) => {
    const actual = Object.fromEntries(surfaces.map((name) => [name, ratio(s[ink], s[name])]));
    expect(actual).toEqual(expected[ink]);
    expect(Math.min(...Object.values(actual))).toBeGreaterThanOrEqual(4.5);
  });

  it('should keep buttons and check boxes readable', () => {
    expect({
      solid: ratio(s.onAccent, s.accentSolid),
      hover: ratio(s.onAccent, s.accentHover),
      active: ratio(s.onAccent, s.accentActive),
    }).toEqual(expected.onAccent);
    expect({ panel: ratio(s.controlStrong, s.panel), raised: ratio(s.controlStrong, s.raised) }).toEqual(
      expected.controlStrong,
    );
    expect(ratio(mode === 'dark' ? '#26090b' : '#ffffff', tone[mode].red.fg)).toBe(expected.dangerSolid);
  });

  it.each(Object.keys(tone.light) as Tone[])('should keep the %s tone readable', (name) => {
    const { fg, bg, fill } = tone[mode][name];
    const actual = {
      panel: ratio(fg, s.panel),
      raised: ratio(fg, s.raised),
      hover: ratio(fg, s.hover),
      ownBg: ratio(fg, bg),
      textOnBg: ratio(s.text2, bg),
      fillOnPanel: ratio(fill, s.panel),
    };
    expect(actual).toEqual(expected.tone[name]);
    expect(Math.min(actual.panel, actual.raised, actual.hover, actual.ownBg, actual.textOnBg)).toBeGreaterThanOrEqual(
      4.5,
    );
    expect(actual.fillOnPanel).toBeGreaterThanOrEqual(3);
  });

  it.each(['text', 'number', 'system'] as const)('should keep log %s readable on every log surface', (ink) => {
    const actual = Object.fromEntries(logSurfaces.map((name) => [name, ratio(log[mode][ink], log[mode][name])]));
    expect(actual).toEqual(expected.log[ink]);
    expect(Math.min(...Object.values(actual))).toBeGreaterThanOrEqual(4.5);
  });

  it('should keep the chip of a masked secret readable', () => {
    expect(ratio(s.text2, log[mode].section)).toBeGreaterThanOrEqual(4.5);
  });

  it('should keep every ANSI colour readable, also on the error line', () => {
    const grounds = [...logSurfaces.map((name) => log[mode][name]), tone[mode].red.bg];
    for (const [name, colour] of Object.entries(ansi[mode])) {
      const worst = Math.min(...grounds.map((ground) => ratio(colour, ground)));
      expect({ name, bg: ratio(colour, log[mode].bg), worst }).toEqual({
        name,
        ...expected.ansi[name as keyof typeof expected.ansi],
      });
      expect(worst).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('should keep search hits and numbers of error lines readable', () => {
    expect({
      onHit: ratio(log[mode].text, log[mode].hit),
      onHitNow: ratio(log[mode].hitText, log[mode].hitNow),
      numberOnError: ratio(log[mode].number, tone[mode].red.bg),
    }).toEqual({
      onHit: expected.log.onHit,
      onHitNow: expected.log.onHitNow,
      numberOnError: expected.log.numberOnError,
    });
  });
});
