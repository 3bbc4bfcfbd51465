import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  isNextChunk,
  type LogChunk,
  MAX_CHUNK_BYTES,
  MAX_CHUNK_MASKS,
  MAX_HEADS_BYTES,
  MAX_LINE_BYTES,
  MAX_LOG_REQUEST_PLAIN_BYTES,
  MAX_SECRET_NAME,
} from '@switchyard/contracts';
import { type LogSource, nextChunks, packAhead } from './log-frame-builder.js';
import { Spool } from './spool.js';

describe(nextChunks.name, () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'frames-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const source = (attempt: number, block: Buffer): LogSource => {
    const spool = new Spool(path.join(root, String(attempt)));
    spool.append(0, block, 1, 1);
    return { attempt, lease: '0f8fad5b-d9cb-469f-a165-70867728950e', spool, secretNames: [] };
  };
  const noBroken = (): void => {
    throw new Error('none is broken');
  };

  it('should not fill a request with more than the control plane unpacks, however well it is compressed', () => {
    const block = Buffer.concat([Buffer.alloc(MAX_CHUNK_BYTES - 1, 120), Buffer.from('\n')]);
    const most = MAX_LOG_REQUEST_PLAIN_BYTES / MAX_CHUNK_BYTES;
    const sources = Array.from({ length: most + 5 }, (_, i) => source(i + 1, block));
    expect(nextChunks(sources, noBroken)).toHaveLength(most);
  });

  /** Lines of so many chunks, the last of which still grows. */
  const flood = (attempt: number, chunks: number): LogSource => {
    const one = source(attempt, Buffer.from('first\n'));
    for (let i = 1; i < 4 * chunks; i++) {
      one.spool.append(0, Buffer.from(`${'x'.repeat(MAX_LINE_BYTES - 1)}\n`), 1, 1);
    }
    return one;
  };
  const firsts = (chunks: readonly LogChunk[]): [number, number][] =>
    chunks.map(({ head }) => [head.attempt, head.first]);

  it('should take several complete chunks of one log, one behind the other', () => {
    const chunks = nextChunks([flood(1, 3)], noBroken);
    expect(firsts(chunks)).toEqual([
      [1, 0],
      [1, 4],
    ]);
    expect(isNextChunk(...(chunks.map(({ head }) => head) as [LogChunk['head'], LogChunk['head']]))).toBe(true);
  });

  it('should serve every log before it takes more of one, and no more than makes a request worth its price', () => {
    const chunks = nextChunks([flood(1, 20), source(2, Buffer.from('x\n')), flood(3, 20)], noBroken);
    expect(firsts(chunks).slice(0, 3)).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
    expect(chunks.length).toBeLessThanOrEqual(8);
    expect(nextChunks([flood(4, 20)], noBroken)).toHaveLength(4);
  });

  it('should read no file for what was packed while the request before was under way', () => {
    const one = flood(1, 60);
    const sent = nextChunks([one], noBroken);
    packAhead([one], sent);
    truncateSync(path.join(root, '1', 'lines'), 0);
    one.spool.moveTo(sent.reduce((lines, { head }) => lines + head.n, 0));
    expect(firsts(nextChunks([one], noBroken))).toEqual([16, 20, 24, 28].map((first) => [1, first]));
  });

  it('should name the secrets in its lines, as far as that is known', () => {
    const names = [null, { kind: 'key', name: 'Deploy', of: '' }, { kind: 'task', name: '', of: '' }] as const;
    const one = source(1, Buffer.from('no secret\n'));
    one.spool.next();
    one.spool.moveTo(1);
    one.spool.append(0, Buffer.from('*** *** *** ***\n'), 1, 1, [
      { at: 0, secret: 1 },
      { at: 4, secret: 0 },
      { at: 8, secret: 1 },
      { at: 12, secret: 9 },
    ]);
    const [chunk] = nextChunks([{ ...one, secretNames: names }], noBroken);
    expect(chunk?.head.masks).toEqual({ names: [names[1]], at: [0, 1, 4, 0, 4, 1, 4, 0] });
    expect(nextChunks([source(2, Buffer.from('none\n'))], noBroken)[0]?.head.masks).toEqual({ names: [], at: [] });
  });

  it('should not fill the heads of a request with more places of secrets than there is room for', () => {
    const block = Buffer.from('***\n'.repeat(MAX_CHUNK_MASKS));
    const marks = Array.from({ length: MAX_CHUNK_MASKS }, (_, i) => ({ at: 4 * i, secret: i }));
    const name = 'ü'.repeat(MAX_SECRET_NAME);
    const secretNames = marks.map((_, i) => ({ kind: 'variable', name: `${i}${name}`, of: name }) as const);
    const sources = Array.from({ length: 20 }, (_, i) => {
      const spool = new Spool(path.join(root, `many-${i}`));
      spool.append(0, block, MAX_CHUNK_MASKS, 1, marks);
      return { attempt: i + 1, lease: '0f8fad5b-d9cb-469f-a165-70867728950e', spool, secretNames };
    });
    const chunks = nextChunks(sources, noBroken);
    expect([chunks.length > 1, chunks.length < 20]).toEqual([true, true]);
    expect(Buffer.byteLength(JSON.stringify(chunks.map(({ head }) => head)))).toBeLessThan(MAX_HEADS_BYTES / 2);
  });

  it('should go on without a source that cannot be read, and name it', () => {
    const sources = [1, 2, 3].map((attempt) => source(attempt, Buffer.from('line\n')));
    sources[1]?.spool.moveTo(1);
    sources[1]?.spool.moveTo(0);
    truncateSync(path.join(root, '2', 'lines'), 1);
    const broken: [number, string][] = [];
    const chunks = nextChunks(sources, ({ attempt }, error) => void broken.push([attempt, String(error)]));
    expect(chunks.map(({ head }) => head.attempt)).toEqual([1, 3]);
    expect(broken).toEqual([[2, expect.stringContaining('shorter')]]);
  });
});
