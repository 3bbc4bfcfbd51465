import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { zip } from './zip.mjs';

const UNPACK = `
import os, sys, zipfile
archive = zipfile.ZipFile('test.zip')
assert archive.testzip() is None
for info in archive.infolist():
    archive.extract(info)
    os.chmod(info.filename, info.external_attr >> 16)
    print(info.filename, info.date_time)
`;

describe(zip.name, () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'switchyard-zip-'));
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  it('should make an archive that others read, with names, times and rights', () => {
    const body = Buffer.from('line of text\n'.repeat(10_000));
    const entries = [
      { name: 'top/runner.exe', body, executable: true },
      { name: 'top/grüße.txt', body: Buffer.alloc(0) },
    ];
    const archive = zip(entries, new Date('2026-02-03T04:05:06Z'));
    expect(archive.length).toBeLessThan(body.length / 10);
    writeFileSync(path.join(directory, 'test.zip'), archive);
    const output = execFileSync('python3', ['-c', UNPACK], { cwd: directory, encoding: 'utf8' });
    expect(output).toBe('top/runner.exe (2026, 2, 3, 4, 5, 6)\ntop/grüße.txt (2026, 2, 3, 4, 5, 6)\n');
    expect(readFileSync(path.join(directory, 'top/runner.exe'))).toEqual(body);
    expect(statSync(path.join(directory, 'top/runner.exe')).mode & 0o777).toBe(0o755);
    expect(statSync(path.join(directory, 'top/grüße.txt')).mode & 0o777).toBe(0o644);
  });
});
