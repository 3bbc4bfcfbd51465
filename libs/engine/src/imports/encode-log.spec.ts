import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { decodeTimes, MAX_CHUNK_BYTES, MAX_LINE_BYTES } from '@switchyard/contracts';
import { type EncodedChunk, encodeLog, type ImportedOutput } from './encode-log.js';

const encoded = (...texts: string[]): EncodedChunk[] => [
  ...encodeLog(texts.map((text, i): ImportedOutput => ({ time: 1000 + i, text }))),
];

const plain = ({ codec, body }: EncodedChunk): string =>
  Buffer.from(codec === 1 ? inflateRawSync(body) : body).toString();

const times = (chunks: readonly EncodedChunk[]): number[] =>
  chunks.flatMap((chunk) => decodeTimes(chunk.t0, chunk.times, chunk.lines));

describe(encodeLog.name, () => {
  it('should give back the lines of all outputs', () => {
    const [chunk, ...others] = encoded('Run task\n', '', 'a\r50 %\u0000', 'Größe\n日本語');
    expect(others).toEqual([]);
    expect(chunk).toMatchObject({ first: 0, lines: 6, t0: 1000, codec: 0, sgr: '' });
    expect(chunk && plain(chunk)).toBe('Run task\n\n\na\r50 %\u0000\nGröße\n日本語\n');
    expect(times(chunk ? [chunk] : [])).toEqual([1000, 1000, 1001, 1002, 1003, 1003]);
  });

  it('should make nothing of nothing', () => {
    expect(encoded()).toEqual([]);
  });

  it('should keep times from going back, also from chunk to chunk', () => {
    const text = 'x'.repeat(60_000);
    const outputs = [5000, 1000, 7000, 6000, 6500, 8000].map((time) => ({ time, text }));
    expect(times([...encodeLog(outputs)])).toEqual([5000, 5000, 7000, 7000, 7000, 8000]);
  });

  it('should replace half a surrogate pair', () => {
    expect(encoded('a\ud800b').map(plain)).toEqual(['a\ufffdb\n']);
  });

  it('should split a line that is too long between characters', () => {
    const [first = '', second = '', ...rest] = encoded('ü'.repeat(40_000)).flatMap((chunk) => plain(chunk).split('\n'));
    expect(rest).toEqual(['']);
    expect(first + second).toBe('ü'.repeat(40_000));
    expect(Buffer.byteLength(first)).toBe(MAX_LINE_BYTES - 2);
  });

  it('should end a line that fits with its newline in one piece', () => {
    expect(encoded('x'.repeat(MAX_LINE_BYTES - 1))).toMatchObject([{ lines: 1 }]);
    expect(encoded('x'.repeat(MAX_LINE_BYTES))).toMatchObject([{ lines: 2 }]);
  });

  it('should number chunks by their lines and keep each in its bound', () => {
    const text = Array.from({ length: 10_000 }, (_, i) => `line ${i} ${'x'.repeat(90)}`).join('\n');
    const chunks = encoded(text);
    expect(chunks.map(plain).join('')).toBe(`${text}\n`);
    expect(chunks.length).toBeGreaterThan(3);
    let next = 0;
    for (const chunk of chunks) {
      expect(chunk.first).toBe(next);
      expect(Buffer.byteLength(plain(chunk))).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
      next += chunk.lines;
    }
  });

  it('should carry colours into the next chunk', () => {
    const filling = `${'x'.repeat(1023)}\n`.repeat(MAX_CHUNK_BYTES / 1024);
    const chunks = encoded(`\u001b[1;31mred ${filling}`, `\u001b[0mplain ${filling}`);
    expect(chunks.map(({ sgr }) => sgr)).toEqual(['', '1;31', '']);
  });
});
