import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LogFile } from './log-file.js';

describe('LogFile', () => {
  let directory: string;
  let file: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'switchyard-log-'));
    file = join(directory, 'api.log');
  });

  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  it('should append to what an earlier start wrote', () => {
    new LogFile(file).append('first\n');
    new LogFile(file).append('second\n');
    expect(readFileSync(file, 'utf8')).toBe('first\nsecond\n');
  });

  it('should set the file aside when it reaches the limit', () => {
    const log = new LogFile(file, 10);
    ['0123456789\n', 'abcdefghij\n', 'new\n'].forEach((line) => log.append(line));
    expect(readFileSync(`${file}.1`, 'utf8')).toBe('abcdefghij\n');
    expect(readFileSync(file, 'utf8')).toBe('new\n');
  });
});
