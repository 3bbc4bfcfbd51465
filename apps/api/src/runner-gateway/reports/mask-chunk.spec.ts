import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import type { LogChunk } from '@switchyard/contracts';
import { SecretMasker } from '@switchyard/masking';
import { maskChunk } from './mask-chunk.js';

const masker = new SecretMasker(['hunter22-secret']);

function chunk(text: string, codec: 0 | 1 = 0): { chunk: LogChunk; plain: Buffer } {
  const plain = Buffer.from(text);
  const body = codec === 1 ? deflateRawSync(plain) : plain;
  const head = {
    attempt: 1,
    lease: 'l',
    first: 0,
    n: 1,
    t0: 0,
    kind: 0,
    codec,
    sgr: '',
    tl: 0,
    bl: body.length,
  } as const;
  return { chunk: { head, times: Buffer.alloc(0), body }, plain };
}

describe(maskChunk.name, () => {
  it('should leave a chunk without secrets as it came', () => {
    const given = chunk('nothing to hide\n', 1);
    expect(maskChunk(given, masker)).toBe(given.chunk);
  });

  it('should take out what a runner has left in, in any form', () => {
    const base64 = Buffer.from('hunter22-secret').toString('base64');
    const { head, body } = maskChunk(chunk(`a hunter22-secret b ${base64}\n`, 1), masker);
    expect([body.toString(), head.codec, head.bl]).toEqual(['a *** b ***\n', 0, body.length]);
  });

  it('should compress what is long', () => {
    const { head, body } = maskChunk(chunk('x hunter22-secret\n'.repeat(500)), masker);
    expect([head.codec, head.bl]).toEqual([1, body.length]);
    expect(inflateRawSync(body).toString()).toBe('x ***\n'.repeat(500));
  });
});
