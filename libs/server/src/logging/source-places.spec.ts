import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withSourcePlaces } from './source-places.js';

describe('withSourcePlaces', () => {
  let dir: string;

  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'switchyard-places-'));
    // Line 2 of the bundle is line 42 of the source; lines 1 and 3 are of packages.
    const map = { version: 3, sources: ['../src/task.ts'], names: [], mappings: ';AAyCA;' };
    writeFileSync(join(dir, 'main.bundle.js.map'), JSON.stringify(map));
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  it('should name the lines of our own sources and leave those of packages', () => {
    const bundle = join(dir, 'main.bundle.js');
    const stack = `Error: gone\n    at start (${bundle}:2:9)\n    at query (${bundle}:3:1)\n    at node:net:1:1`;
    expect(withSourcePlaces(stack)).toBe(
      `Error: gone\n    at start (${join(dir, '../src/task.ts')}:42)\n    at query (${bundle}:3:1)\n    at node:net:1:1`,
    );
  });

  it('should leave the stack of a bundle without a map', () => {
    expect(withSourcePlaces('at run (/opt/other.bundle.js:7:1)')).toBe('at run (/opt/other.bundle.js:7:1)');
  });
});
