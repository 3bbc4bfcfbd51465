import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import { attemptFilesThroughPlace } from '../attempt-files.mjs';

const faults = (code: string): number =>
  new Linter().verify(code, {
    plugins: { workspace: { rules: { files: attemptFilesThroughPlace } } },
    rules: { 'workspace/files': 'error' },
  }).length;

describe('attemptFilesThroughPlace', () => {
  it.each(["import { readFile } from 'node:fs/promises'", "import fs from 'fs'", "await import('node:fs')"])(
    'should refuse %s',
    (code) => expect(faults(code)).toBe(1),
  );
  it('should leave everything else alone', () => {
    expect(faults("import { join } from 'node:path'; import { readText } from '../place/attempt-files.js'")).toBe(0);
  });
});
