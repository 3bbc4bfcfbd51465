import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { countLines, linesOf, MAX_PLAIN_BYTES, plainBody } from './chunk-lines.js';

describe('lines of a chunk', () => {
  it('should read packed and plain bodies alike', () => {
    const body = Buffer.from('one\n\nthree\n');
    expect(linesOf({ codec: 0, body })).toEqual(['one', '', 'three']);
    expect(linesOf({ codec: 1, body: deflateRawSync(body) })).toEqual(['one', '', 'three']);
    expect(countLines(body)).toBe(3);
  });

  it('should refuse a body that unpacks to more than a chunk may hold', () => {
    const bomb = deflateRawSync(Buffer.alloc(MAX_PLAIN_BYTES + 1));
    expect(() => plainBody({ codec: 1, body: bomb })).toThrow();
  });
});
