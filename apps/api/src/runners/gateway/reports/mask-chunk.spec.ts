import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { type LogChunk, type LogMask, packMasks, type SecretName, unpackMasks } from '@switchyard/contracts';
import { maskChunk } from './mask-chunk.js';
import { NamingMasker } from './naming-masker.js';

const name = (text: string): SecretName => ({ kind: 'key', name: text, of: '' });
const masker = new NamingMasker([
  { value: 'swordfish', name: null },
  { value: 'hunter22-secret', name: name('Deploy') },
  { value: 'stars *** within', name: name('Stars') },
]);

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

  const withMasks = (text: string, masks: LogMask[]): ReturnType<typeof chunk> => {
    const given = chunk(text);
    return { ...given, chunk: { ...given.chunk, head: { ...given.chunk.head, masks: packMasks(masks) } } };
  };
  /** The lines, each name of a place in its stars. */
  const shown = (given: ReturnType<typeof chunk>): string => {
    const { head, body } = maskChunk(given, masker);
    const masks = head.masks && unpackMasks(head.masks);
    const text = Buffer.from(body).toString('latin1');
    return (masks ?? []).reduceRight(
      (all, { at, name: of }) => `${all.slice(0, at)}<${all.slice(at, at + 3)} ${of?.name ?? '?'}>${all.slice(at + 3)}`,
      text,
    );
  };

  it('should keep the names of places that hold stars, if the task has a secret of that name', () => {
    const deploy = name('Deploy');
    const sent = [
      { at: 0, name: deploy },
      { at: 4, name: name('made up') },
      { at: 8, name: null },
      { at: 9, name: deploy },
      { at: 13, name: deploy },
      { at: 900, name: deploy },
    ];
    expect(shown(withMasks('*** *** *** plain ***\n', sent))).toBe('<*** Deploy> <*** ?> <*** ?> plain ***\n');
  });

  it('should name what it masks itself beside what the runner has named', () => {
    const sent = [
      { at: 18, name: name('Deploy') },
      { at: 32, name: null },
    ];
    expect(shown(withMasks('a hunter22-secret *** swordfish ***\n', sent))).toBe(
      'a <*** Deploy> <*** Deploy> <*** ?> <*** ?>\n',
    );
  });

  it('should leave out the names of a runner where a secret goes over its stars', () => {
    const sent = [{ at: 6, name: name('Deploy') }];
    expect(shown(withMasks('stars *** within, ***\n', sent))).toBe('<*** Stars>, ***\n');
  });

  it('should know no places of a runner that sends none', () => {
    expect(maskChunk(chunk('a hunter22-secret\n'), masker).head.masks).toBeUndefined();
    const empty = withMasks('a ***\n', []);
    expect(maskChunk(empty, masker)).toBe(empty.chunk);
  });
});
