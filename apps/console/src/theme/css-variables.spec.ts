import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cssVariables } from './css-variables.js';

const source = join(import.meta.dirname, '..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:css|tsx?)$/.test(file) && !file.endsWith('.spec.ts'))
  .map((file) => readFileSync(join(source, file), 'utf8'));
const found = (pattern: RegExp): Set<string> =>
  new Set(files.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)));

/** Set by style sheets and scripts themselves. */
const ownNames = new Set([...found(/(--sy-[\w-]+)['"]?\s*:/g), ...found(/setProperty\(\s*['"`](--sy-[\w-]+)/g)]);

describe(cssVariables.name, () => {
  it('should have the same names in both modes', () => {
    expect(Object.keys(cssVariables('dark'))).toEqual(Object.keys(cssVariables('light')));
  });

  it('should name members in the manner of style sheets', () => {
    expect(Object.keys(cssVariables('light'))).toEqual(
      expect.arrayContaining(['--sy-panel', '--sy-log-hit-now', '--sy-ansi-bright-red', '--sy-tone-red-fg']),
    );
  });

  it('should have every variable that a style uses', () => {
    const known = new Set([...Object.keys(cssVariables('light')), ...ownNames]);
    const used = [...found(/var\((--sy-[\w-]+)[,)]/g)];
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });
});
