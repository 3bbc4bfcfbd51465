import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StartError } from '../start-error.js';
import { readStackRecord, StackRecord } from './stack-record.js';

describe('StackRecord', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'switchyard-record-'));
  });

  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  /** Rewrites the record as if another supervisor, which is gone, had written it. */
  function bury(): void {
    const file = join(directory, 'stack.json');
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const supervisor = { name: 'supervisor', pid: process.pid, identity: 'boot:0' };
    writeFileSync(file, JSON.stringify({ ...Object(content), supervisor }));
  }

  it('should keep a second supervisor away while the first runs', () => {
    StackRecord.claim(directory);
    expect(() => StackRecord.claim(directory)).toThrow(StartError);
  });

  it('should hand over the processes of a supervisor that is gone', () => {
    const child = spawn('sleep', ['60']);
    StackRecord.claim(directory).add('api', child.pid ?? 0);
    bury();
    expect(StackRecord.claim(directory).processes).toEqual([
      expect.objectContaining({ name: 'api', pid: child.pid, identity: expect.stringMatching(/:\d+$/) }),
    ]);
    child.kill();
  });

  it('should keep those processes in the file until they are removed', () => {
    StackRecord.claim(directory).add('api', process.pid);
    bury();
    StackRecord.claim(directory);
    bury();
    const record = StackRecord.claim(directory);
    expect(record.processes).toHaveLength(1);
    record.remove(process.pid);
    expect(readStackRecord(directory)?.processes).toEqual([]);
  });

  it('should leave nothing when it is released', () => {
    StackRecord.claim(directory).release();
    expect(readStackRecord(directory)).toBeUndefined();
    expect(StackRecord.claim(directory).processes).toEqual([]);
  });

  it('should start over with a file that cannot be read', () => {
    writeFileSync(join(directory, 'stack.json'), '{"supervisor":');
    expect(StackRecord.claim(directory).processes).toEqual([]);
  });
});
