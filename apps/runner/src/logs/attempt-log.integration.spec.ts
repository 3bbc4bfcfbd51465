import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LogLineKind, MAX_LINE_BYTES } from '@switchyard/contracts';
import { SecretMasker } from '@switchyard/masking';
import { plainLines } from '../testing/plain-lines.js';
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
        ...plainLines(chunk)
          .toString()
          .trimEnd()
          .split('\n')
          .map((line): [number, string] => [kind, line]),
      );
      log.spool.moveTo(first + count);
    }
    return found;
  }

  it('should cut a line of 128 MiB, and keep its beginning and its end with a note of what is missing between', () => {
    log = open(8 * MEBIBYTE);
    const block = Buffer.alloc(MEBIBYTE, 120);
    for (let i = 0; i < 128; i++) {
      log.write(block);
    }
    log.write(Buffer.from('\nnext line\n'));
    log.system('bash exited with code 0');
    log.end();
    const seen = lines();
    expect(log.spool.bytes).toBeLessThan(8 * MEBIBYTE + 1_000);
    expect(Math.max(...seen.map(([, line]) => line.length))).toBeLessThan(MAX_LINE_BYTES);
    expect(seen.filter(([kind]) => kind === LogLineKind.system)).toEqual([
      [
        LogLineKind.system,
        'The output is larger than 7 MiB; of the rest, the last 1 MiB follow when this step is over',
      ],
      [LogLineKind.system, expect.stringMatching(/^19\d{2} lines are missing here$/)],
      [LogLineKind.system, 'bash exited with code 0'],
    ]);
    expect(seen.slice(-3, -1)).toEqual([
      [LogLineKind.tool, expect.stringMatching(/^x+$/)],
      [LogLineKind.tool, 'next line'],
    ]);
    expect(faults).toEqual([]);
  });

  it('should keep all of what is longer than its beginning and fits into its end', () => {
    log = open(8 * MEBIBYTE);
    const written = Array.from({ length: 118 }, (_, i) => `${i} ${'x'.repeat(64_000)}`);
    written.forEach((line) => log.write(Buffer.from(`${line}\n`)));
    log.end();
    const output = lines().filter(([kind]) => kind === LogLineKind.tool);
    expect(output.map(([, line]) => line.slice(0, 3))).toEqual(written.map((line) => line.slice(0, 3)));
  });

  it('should keep no more of later steps than there is room for', () => {
    log = open(8 * MEBIBYTE);
    const block = `${'x'.repeat(1_000)}\n`.repeat(200);
    for (const phase of ['plan', 'apply', 'run'] as const) {
      log.section(phase);
      for (let i = 0; i < 100; i++) {
        log.write(Buffer.from(`${phase} ${i}\n${block}`));
      }
    }
    log.end();
    const seen = lines().map(([, line]) => line);
    expect(log.spool.bytes).toBeLessThan(8 * MEBIBYTE + 1_000);
    expect(seen.filter((line) => /^(plan|apply|run|The)/.test(line) && !/^plan \d\d?$/.test(line))).toEqual([
      'plan',
      'The output is larger than 6 MiB; of the rest, the last 1 MiB follow when this step is over',
      'apply',
      'The output is larger than 7 MiB; the rest of it is not kept',
      'run',
    ]);
    expect(seen).toEqual(expect.arrayContaining(['plan 0', 'plan 99']));
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

  /** Texts where marks point, of all lines, and the index of their secret. */
  function places(): [string, number][] {
    const found: [string, number][] = [];
    for (let chunk = log.spool.next(); chunk; chunk = log.spool.next()) {
      const { marks, first, lines: count } = chunk;
      const body = plainLines(chunk);
      found.push(...marks.map(({ at, secret }): [string, number] => [body.toString('utf8', at, at + 5), secret]));
      log.spool.moveTo(first + count);
    }
    return found;
  }

  it('should know where secrets were in lines of tools and of ours, whatever stands before them', () => {
    log = open();
    log.system('run\t\tä -e hunter2-secret now');
    log.write(Buffer.from('*** so ***\nüü hunter2-secret now\n'));
    log.section('run', 'with hunter2-secret now');
    expect(places()).toEqual(Array(3).fill(['*** n', 0]));
  });

  it('should know where secrets were at the end of an output that is too long', () => {
    log = open(8 * MEBIBYTE);
    const block = Buffer.alloc(MEBIBYTE, 'x'.repeat(1023) + '\n');
    for (let i = 0; i < 20; i++) {
      log.write(block);
    }
    log.write(Buffer.from('a hunter2-secret end\n'));
    log.system('b hunter2-secret end');
    log.end();
    expect(places()).toEqual(Array(2).fill(['*** e', 0]));
  });
});
