import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { verifyIntegrity } from './node-binary.mjs';

describe(verifyIntegrity.name, () => {
  let file: string;

  beforeEach(() => {
    file = path.join(mkdtempSync(path.join(tmpdir(), 'switchyard-integrity-')), 'node.tgz');
    writeFileSync(file, 'a tarball');
  });

  afterEach(() => rmSync(path.dirname(file), { recursive: true }));

  it('should accept the file whose hash is written down', async () => {
    const hash = createHash('sha512').update('a tarball').digest('base64');
    await expect(verifyIntegrity(file, `sha512-${hash}`)).resolves.toBeUndefined();
  });

  it('should refuse a file that was exchanged', async () => {
    const hash = createHash('sha512').update('another').digest('base64');
    await expect(verifyIntegrity(file, `sha512-${hash}`)).rejects.toThrow(/expected sha512-/);
  });
});
