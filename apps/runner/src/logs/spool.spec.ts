import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeTimes, MAX_CHUNK_BYTES, MAX_CHUNK_MASKS } from '@switchyard/contracts';
import { plainLines } from '../testing/plain-lines.js';
import { MAX_AHEAD_BYTES } from './lines-ahead.js';
import { Spool, type SpooledChunk } from './spool.js';

describe(Spool.name, () => {
  let root: string;
  let spool: Spool;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'spool-'));
    spool = new Spool(path.join(root, '7'));
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const times = (chunk: SpooledChunk): number[] => decodeTimes(chunk.t0, chunk.times, chunk.lines);

  function next(): SpooledChunk {
    const chunk = spool.next();
    if (!chunk) {
      throw new Error('nothing to send');
    }
    return chunk;
  }

  it('should collect small writes into one chunk with a time for every line', () => {
    spool.append(0, Buffer.from('a\nb\n'), 2, 1000);
    spool.append(0, Buffer.from('c\n'), 1, 1500);
    const chunk = next();
    expect(chunk).toMatchObject({ first: 0, lines: 3, kind: 0 });
    expect(chunk.body.toString()).toBe('a\nb\nc\n');
    expect(times(chunk)).toEqual([1000, 1000, 1500]);
  });

  it('should number lines of all kinds in one row, one kind a chunk', () => {
    spool.append(2, Buffer.from('run\n'), 1, 10);
    spool.append(0, Buffer.from('x\ny\n'), 2, 20);
    spool.append(1, Buffer.from('exit 0\n'), 1, 30);
    const chunks: unknown[] = [];
    for (let chunk = spool.next(); chunk; chunk = spool.next()) {
      chunks.push([chunk.kind, chunk.first, chunk.body.toString(), times(chunk)]);
      spool.moveTo(chunk.first + chunk.lines);
    }
    expect(chunks).toEqual([
      [2, 0, 'run\n', [10]],
      [0, 1, 'x\ny\n', [20, 20]],
      [1, 3, 'exit 0\n', [30]],
    ]);
  });

  it('should know where secrets are in what it gives, from whichever line it is taken', () => {
    spool.append(0, Buffer.from('a ***\nb\n'), 2, 1, [{ at: 2, secret: 4 }]);
    spool.append(0, Buffer.from('c *** d ***\n'), 1, 2, [
      { at: 2, secret: 0 },
      { at: 8, secret: 4 },
    ]);
    expect(next().marks).toEqual([
      { at: 2, secret: 4 },
      { at: 10, secret: 0 },
      { at: 16, secret: 4 },
    ]);
    spool.append(0, Buffer.from('***\n'), 1, 3, [{ at: 0, secret: 1 }]);
    spool.append(1, Buffer.from('plain\n'), 1, 3);
    spool.moveTo(2);
    expect(next().marks).toEqual([
      { at: 2, secret: 0 },
      { at: 8, secret: 4 },
    ]);
    spool.moveTo(3);
    expect(next().marks).toEqual([{ at: 0, secret: 1 }]);
    spool.moveTo(4);
    expect(next().marks).toEqual([]);
    spool.moveTo(5);
    spool.moveTo(1);
    expect(next()).toMatchObject({
      first: 1,
      marks: [
        { at: 4, secret: 0 },
        { at: 10, secret: 4 },
        { at: 14, secret: 1 },
      ],
    });
  });

  it('should give a bounded number of places of secrets', () => {
    const marks = Array.from({ length: 700 }, (_, i) => ({ at: 4 * i, secret: 0 }));
    for (let block = 0; block < 2; block++) {
      spool.append(0, Buffer.from('***\n'.repeat(700)), 700, 1, marks);
    }
    const { lines, marks: known } = next();
    expect([lines, known.length]).toEqual([1_400, MAX_CHUNK_MASKS]);
  });

  it('should not change a chunk that was taken when more lines come', () => {
    spool.append(0, Buffer.from('a\n'), 1, 1);
    next();
    spool.append(0, Buffer.from('b\n'), 1, 2);
    expect(next().body.toString()).toBe('a\n');
    spool.moveTo(1);
    expect(next().body.toString()).toBe('b\n');
  });

  it('should send the rest of a chunk when the control plane expects a line inside it', () => {
    spool.append(0, Buffer.from('a\n\u001b[31mb\n'), 2, 100);
    spool.append(0, Buffer.from('c\n'), 1, 250);
    next();
    spool.moveTo(2);
    const chunk = next();
    expect(chunk).toMatchObject({ first: 2, lines: 1, sgr: '31' });
    expect(chunk.body.toString()).toBe('c\n');
    expect(times(chunk)).toEqual([250]);
  });

  it('should go back to lines that were acknowledged before', () => {
    for (let line = 0; line < 10; line++) {
      spool.append(0, Buffer.from(`${line}\n`), 1, line);
      next();
      spool.moveTo(line + 1);
    }
    expect(spool.next()).toBeNull();
    spool.moveTo(4);
    expect(next()).toMatchObject({ first: 4 });
    let text = '';
    for (let chunk = spool.next(); chunk; chunk = spool.next()) {
      text += chunk.body.toString();
      spool.moveTo(chunk.first + chunk.lines);
    }
    expect(text).toBe('4\n5\n6\n7\n8\n9\n');
  });

  it('should keep chunks within the limit and carry the colours over', () => {
    const block = Buffer.from(`\u001b[32m${'x'.repeat(65_000)}\n`);
    for (let i = 0; i < 10; i++) {
      spool.append(0, block, 1, i);
    }
    const states: string[] = [];
    for (let chunk = spool.next(); chunk; chunk = spool.next()) {
      expect(chunk.plainBytes).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
      states.push(chunk.sgr);
      spool.moveTo(chunk.first + chunk.lines);
    }
    expect(states).toEqual(['', '32', '32']);
  });

  it('should never let time run backwards', () => {
    spool.append(0, Buffer.from('a\n'), 1, 500);
    spool.append(0, Buffer.from('b\n'), 1, 400);
    expect(times(next())).toEqual([500, 500]);
  });

  it('should refuse a line that was never written', () => {
    spool.append(0, Buffer.from('a\n'), 1, 1);
    expect(() => spool.moveTo(2)).toThrow(RangeError);
    expect(() => spool.moveTo(-1)).toThrow(RangeError);
  });

  it('should refuse to read bytes that were changed on the disk', () => {
    spool.append(0, Buffer.from('a\nb\n'), 2, 1);
    spool.moveTo(2);
    spool.moveTo(0);
    writeFileSync(path.join(root, '7', 'lines'), 'a\nc\n');
    expect(() => spool.next()).toThrow('other bytes');
    truncateSync(path.join(root, '7', 'lines'), 1);
    expect(() => spool.next()).toThrow('shorter');
  });

  /** Blocks that hardly compress, so that a few fill what is kept in memory. */
  const block = (): Buffer => Buffer.from(`${randomBytes(45_000).toString('base64')}\n`);

  it('should send a log that is sent as it grows without reading it back', () => {
    for (let round = 0; round < 5; round++) {
      const blocks = Array.from({ length: 3 }, block);
      blocks.forEach((each) => spool.append(0, each, 1, round));
      truncateSync(path.join(root, '7', 'lines'), 0);
      expect(plainLines(next())).toEqual(Buffer.concat(blocks));
      expect(plainLines(next())).toEqual(Buffer.concat(blocks));
      spool.moveTo(spool.lines);
    }
  });

  it('should keep a bounded part of a log that waits in memory, and send the whole of it in order', () => {
    const blocks = Array.from({ length: 60 }, block);
    blocks.forEach((each) => spool.append(0, each, 1, 1));
    expect(spool.heldBytes).toBeLessThan(MAX_AHEAD_BYTES + 2 * MAX_CHUNK_BYTES);
    const sent: Buffer[] = [];
    for (let chunk = spool.next(); chunk; chunk = spool.next()) {
      sent.push(plainLines(chunk));
      spool.moveTo(chunk.first + chunk.lines);
    }
    expect(Buffer.concat(sent).equals(Buffer.concat(blocks))).toBe(true);
    expect(spool.heldBytes).toBe(0);
  });

  it('should be private on disk and leave nothing behind', () => {
    const dir = path.join(root, '7');
    expect(statSync(dir).mode & 0o077).toBe(0);
    expect(statSync(path.join(dir, 'lines')).mode & 0o077).toBe(0);
    spool.remove();
    expect(existsSync(dir)).toBe(false);
  });
});
