import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { MAX_CHUNK_BYTES } from '@switchyard/contracts';
import { countLines, linesOf, plainBody } from './chunk-lines.js';

describe('lines of a chunk', () => {
  it('should read packed and plain bodies alike', () => {
    const body = Buffer.from('one\n\nthree\n');
    expect(linesOf({ codec: 0, body })).toEqual(['one', '', 'three']);
    expect(linesOf({ codec: 1, body: deflateRawSync(body) })).toEqual(['one', '', 'three']);
    expect(countLines(body)).toBe(3);
  });

  it('should read the same lines however long they are', () => {
    const lines = [0, 1, 65_535, 65_536, 65_537, 0, 200_000, 3].map((length, i) =>
      String.fromCharCode(97 + i).repeat(length),
    );
    expect(linesOf({ codec: 0, body: Buffer.from(lines.map((line) => `${line}\n`).join('')) })).toEqual(lines);
  });

  it('should refuse a body that unpacks to more than a chunk may hold', () => {
    const bomb = deflateRawSync(Buffer.alloc(4 * MAX_CHUNK_BYTES + 1));
    expect(() => plainBody({ codec: 1, body: bomb })).toThrow();
  });
});
