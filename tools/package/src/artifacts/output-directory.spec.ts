import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { emptyOutput } from './output-directory.mjs';

describe(emptyOutput.name, () => {
  let directory: string;
  const own = [
    'SHA256SUMS',
    'switchyard-runner-1.2.3-linux-x64.tar.gz',
    'switchyard-runner_1.2.3_amd64.deb',
    'switchyard-runner-1.2.3-1.x86_64.rpm',
  ];

  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'switchyard-output-'));
    own.forEach((name) => writeFileSync(path.join(directory, name), ''));
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  it('should make a directory that is missing', async () => {
    await emptyOutput(path.join(directory, 'a/b'), 'switchyard-runner');
    expect(readdirSync(path.join(directory, 'a/b'))).toEqual([]);
  });

  it('should remove what an earlier run has left', async () => {
    await emptyOutput(directory, 'switchyard-runner');
    expect(readdirSync(directory)).toEqual([]);
  });

  it.each([
    ['a file', (name: string): void => writeFileSync(name, '')],
    ['a directory', (name: string): void => mkdirSync(name)],
  ])('should refuse a directory that holds %s of somebody else, and remove nothing', async (_, make) => {
    make(path.join(directory, 'switchyard-runner-notes'));
    await expect(emptyOutput(directory, 'switchyard-runner')).rejects.toThrow(/holds switchyard-runner-notes/);
    expect(readdirSync(directory)).toHaveLength(own.length + 1);
  });
});
