/** @jest-environment @happy-dom/jest-environment */
import { afterEach, describe, expect, it } from '@jest/globals';
import { SIGNED_OUT, writeSetting } from '../lib/local-setting.js';
import { surface } from '../theme/palette.js';
import { drawFrame } from './first-frame.js';

const { matchMedia } = window;
afterEach(() => {
  window.matchMedia = matchMedia;
  writeSetting('theme', null);
  writeSetting(SIGNED_OUT, null);
});

function drawn(saved: string | null, isDarkSystem: boolean): string | undefined {
  writeSetting('theme', saved);
  window.matchMedia = () => Object.assign(new EventTarget(), { matches: isDarkSystem }) as MediaQueryList;
  const root = document.createElement('div');
  drawFrame(root);
  return root.querySelector<HTMLElement>('.sy-frame')?.style.getPropertyValue('--sy-panel');
}

describe(drawFrame.name, () => {
  it.each([
    [null, false, 'light'],
    [null, true, 'dark'],
    ['light', true, 'light'],
    ['dark', false, 'dark'],
    ['other', true, 'dark'],
  ] as const)('should have the colours that the page will have: %s chosen, a dark system %s', (saved, isDark, mode) => {
    expect(drawn(saved, isDark)).toBe(surface[mode].panel);
  });

  it('should not stand where this browser has signed out: the sign-in page comes', () => {
    writeSetting(SIGNED_OUT, '1');
    expect(drawn('light', false)).toBeUndefined();
  });
});
