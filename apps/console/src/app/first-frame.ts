import { readSetting, SIGNED_OUT } from '../lib/local-setting.js';
import { type Mode, surface } from '../theme/palette.js';

/** As the theme decides it, before its code is there. */
function firstMode(): Mode {
  const saved = readSetting('theme');
  if (saved === 'dark' || saved === 'light') {
    return saved;
  }
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Draws the frame of a project's page, which stands there until the code that draws the page has come; not for who signed out. */
export function drawFrame(root: HTMLElement): void {
  if (readSetting(SIGNED_OUT) !== null) {
    return;
  }
  const { ground, panel, line } = surface[firstMode()];
  const frame = document.createElement('div');
  frame.className = 'sy-frame';
  Object.entries({ ground, panel, line }).forEach(([name, value]) => frame.style.setProperty(`--sy-${name}`, value));
  root.replaceChildren(frame);
}
