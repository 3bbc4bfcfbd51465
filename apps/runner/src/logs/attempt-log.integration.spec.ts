import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LogLineKind, MAX_LINE_BYTES } from '@switchyard/contracts';
import { SecretMasker } from '@switchyard/masking';
import { AttemptLog } from './attempt-log.js';

const MEBIBYTE = 1_048_576;

describe(AttemptLog.name, () => {
  let root: string;
  let log: AttemptLog;
  let faults: Error[];

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'attempt-log-'));
    faults = [];
  });
  afterEach(() => {
    log.remove();
    rmSync(root, { recursive: true, force: true });
  });

  const open = (maxBytes?: number): AttemptLog => {
    const onFault = (error: Error): void => void faults.push(error);
    const options = { dir: path.join(root, '1'), masker: new SecretMasker(['hunter2-secret']), now: Date.now, onFault };
    return new AttemptLog({ ...options, onLines: () => undefined, ...(maxBytes !== undefined && { maxBytes }) });
  };

  /** All lines with their kinds, read as they are sent. */
  function lines(): [number, string][] {
    const found: [number, string][] = [];
    for (let chunk = log.spool.next(); chunk; chunk = log.spool.next()) {
      const { kind, first, lines: count } = chunk;
      found.push(
        ...chunk.body
          .toString()
          .trimEnd()
          .split('\n')
          .map((line): [number, string] => [kind, line]),
      );
      log.spool.moveTo(first + count);
    }
    return found;
  }

  it('should cut a line of a gigabyte, keep what a log may hold, and note once that the rest is missing', () => {
    log = open(8 * MEBIBYTE);
    const block = Buffer.alloc(MEBIBYTE, 120);
    for (let i = 0; i < 1_024; i++) {
      log.write(block);
    }
    log.write(Buffer.from('\nnext line\n'));
    log.system('bash exited with code 0');
    log.end();
    const seen = lines();
    expect(log.spool.bytes).toBeLessThan(9 * MEBIBYTE);
    expect(Math.max(...seen.map(([, line]) => line.length))).toBeLessThan(MAX_LINE_BYTES);
    expect(seen.filter(([kind]) => kind === LogLineKind.system)).toEqual([
      [LogLineKind.system, 'The output is larger than 8 MiB; the rest of it is not kept'],
      [LogLineKind.system, 'bash exited with code 0'],
    ]);
    expect(faults).toEqual([]);
  });

  it('should show its unfinished last line masked, without what may be the beginning of a secret', () => {
    log = open();
    log.write(Buffer.from('first\nKey hunter2-secret, again: hunter2-'));
    expect(log.openLine()).toMatchObject({ line: 1, text: 'Key ***, again: ' });
    log.write(Buffer.from('secret!'));
    expect(log.openLine()?.text).toBe('Key ***, again: ***!');
    log.system('stop requested');
    expect(log.openLine()).toBeNull();
    expect(lines().map(([, line]) => line)).toEqual(['first', 'Key ***, again: ***!', 'stop requested']);
  });

  it('should hold a hundred thousand tiny writes in few chunks', () => {
    log = open();
    for (let i = 0; i < 100_000; i++) {
      log.write(Buffer.from(`${i % 10}`));
      log.write(Buffer.from('\n'));
    }
    expect(log.lines).toBe(100_000);
    expect(log.spool.next()?.lines).toBe(100_000);
  });

  it('should mask a secret that comes byte by byte, and one at the edge of what is kept', () => {
    log = open();
    for (const byte of Buffer.from('a hunter2-secret b\n')) {
      log.write(Buffer.from([byte]));
    }
    log.write(Buffer.from(`${'x'.repeat(MAX_LINE_BYTES - 5)}hunter2-secret\n`));
    expect(
      lines()
        .map(([, line]) => line)
        .join(''),
    ).toMatch(/^a \*\*\* bx+\*\*\*$/);
  });
});
