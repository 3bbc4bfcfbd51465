import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pinServerKey } from './server-key-pin.js';

describe(pinServerKey.name, () => {
  let dir: string;

  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'pin-'));
  });

  afterEach(() => rmSync(dir, { recursive: true }));

  it('should trust the first key and no other afterwards', () => {
    const file = path.join(dir, 'server-key');
    pinServerKey(file, 'first');
    pinServerKey(file, 'first');
    expect(() => pinServerKey(file, 'second')).toThrow(`remove ${file}`);
  });
});
