import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { encodeLogFrame, encodeTimes, type LogChunk, MAX_CHUNK_BYTES } from '@switchyard/contracts';
import { readChunks } from './chunk-intake.js';

function chunk(text: string | Buffer, over: Partial<LogChunk['head']> = {}): LogChunk {
  const body = new Uint8Array(Buffer.from(text));
  const times = encodeTimes(
    5,
    Array.from({ length: over.n ?? 1 }, () => 5),
  );
  const lease = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const head = { attempt: 1, lease, first: 0, n: 1, t0: 5, kind: 0, codec: 0, sgr: '', ...over } as const;
  return { head: { ...head, tl: times.length, bl: body.length }, times, body };
}

const read = async (...chunks: LogChunk[]): Promise<number> => (await readChunks(encodeLogFrame(chunks))).length;

describe('readChunks', () => {
  it('should accept chunks whose bytes match their heads', async () => {
    expect(await read(chunk('a\n'), chunk('b\nc\n', { attempt: 2, n: 2 }))).toBe(2);
    expect(await read(chunk(deflateRawSync('a\nb\n'), { n: 2, codec: 1 }))).toBe(1);
  });

  it.each([
    ['too few lines', chunk('a\n', { n: 2 })],
    ['too many lines', chunk('a\nb\n')],
    ['an unfinished last line', chunk('a\nb', { n: 1 })],
    ['bytes that do not unpack', chunk('nonsense\n', { codec: 1 })],
    ['a plain body beyond the limit', chunk(`${'x'.repeat(MAX_CHUNK_BYTES)}\n`)],
    ['a compressed body beyond the limit', chunk(deflateRawSync(`${'x'.repeat(MAX_CHUNK_BYTES)}\n`), { codec: 1 })],
    ['a bomb', chunk(deflateRawSync(Buffer.alloc(2_000_000, 10)), { codec: 1, n: 1_000_000 })],
  ])('should refuse %s', (_, bad) => expect(read(bad)).rejects.toThrow('log chunk of attempt 1'));

  it('should refuse chunks that are harmless alone and too much together', async () => {
    const body = deflateRawSync(`${'x'.repeat(MAX_CHUNK_BYTES - 1)}\n`);
    const bombs = Array.from({ length: 300 }, (_, i) => chunk(body, { attempt: i + 1, codec: 1 }));
    await expect(read(...bombs)).rejects.toThrow('too large when it is unpacked');
  });

  it.each([
    ['a first line below zero', { first: -1 }],
    ['a first line that no log can have', { first: 2 ** 40 }],
    ['a time after the year 9999', { t0: 9e15 }],
    ['colours that are no colours', { sgr: '31m\u001b]0;x' }],
    ['an attempt that is no number', { attempt: '1; drop table task' as unknown as number }],
    ['a lease that is none', { lease: "' or 1=1" }],
  ])('should refuse %s', (_, over) => expect(read(chunk('a\n', over))).rejects.toThrow('log frame'));

  it('should accept chunks of one attempt that follow each other, between those of others', async () => {
    const [one, two] = [chunk('a\nb\n', { n: 2 }), chunk('c\n', { first: 2 })];
    expect(await read(one, chunk('x\n', { attempt: 2 }), two)).toBe(3);
  });

  it.each([
    ['a gap', { first: 2 }],
    ['lines twice', { first: 0 }],
    ['two leases', { first: 1, lease: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }],
  ])('should refuse chunks of one attempt with %s between them', (_, over) =>
    expect(read(chunk('a\n'), chunk('b\n', over))).rejects.toThrow('do not follow'),
  );

  it('should refuse garbage', async () => {
    await expect(readChunks(Buffer.from('hello, this is no frame'))).rejects.toThrow('log frame');
  });
});
