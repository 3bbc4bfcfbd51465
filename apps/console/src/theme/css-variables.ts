import { ansi, fontMono, fontText, log, surface, tone, type Mode } from './palette.js';

/** `hitNow` → `hit-now`, `text2` → `text2`. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function prefixed(prefix: string, values: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(values).map(([name, value]) => [`${prefix}${kebab(name)}`, value]);
}

/**
 * The palette of one mode as custom properties: `--sy-panel`, `--sy-tone-red-fg`, `--sy-log-hit-now`,
 * `--sy-ansi-bright-red`, `--sy-font`, `--sy-mono`.
 */
export function cssVariables(mode: Mode): Record<string, string> {
  return Object.fromEntries([
    ...prefixed('--sy-', surface[mode]),
    ...Object.entries(tone[mode]).flatMap(([name, parts]) => prefixed(`--sy-tone-${name}-`, parts)),
    ...prefixed('--sy-log-', log[mode]),
    ...prefixed('--sy-ansi-', ansi[mode]),
    ['--sy-font', fontText],
    ['--sy-mono', fontMono],
  ]);
}
