import { describe, expect, it } from '@jest/globals';
import { LogMasks, MAX_CHUNK_MASKS, MAX_CHUNK_SECRETS, packMasks, type SecretName, unpackMasks } from './log-masks.js';
import { type MaskedPlaces, withoutSecretNames } from './masked-places.js';

const name = (text: string): SecretName => ({ kind: 'variable', name: text, of: 'prod' });

describe(packMasks.name, () => {
  it('should be read back as it was, each name once', () => {
    const masks = [
      { at: 3, name: name('a') },
      { at: 10, name: null },
      { at: 200_000, name: name('b') },
      { at: 200_004, name: { ...name('a') } },
    ];
    const packed = LogMasks.parse(packMasks(masks));
    expect([packed.names.length, unpackMasks(packed)]).toEqual([2, masks]);
  });

  it('should keep a bounded number of places and names', () => {
    const masks = Array.from({ length: 2 * MAX_CHUNK_MASKS }, (_, i) => ({ at: 4 * i, name: name(`${i}`) }));
    const read = unpackMasks(LogMasks.parse(packMasks(masks)));
    expect([read.length, read.filter((each) => each.name !== null).length]).toEqual([
      MAX_CHUNK_MASKS,
      MAX_CHUNK_SECRETS,
    ]);
  });

  it('should give no name for a number without one', () => {
    expect(unpackMasks({ names: [name('a')], at: [1, 2, 5, 1, 7] })).toEqual([
      { at: 1, name: null },
      { at: 6, name: name('a') },
    ]);
  });
});

describe(withoutSecretNames.name, () => {
  it('should leave the places alone', () => {
    const masked = { places: [0, 4, 1, 7, 0, 0], secrets: [name('a')] };
    expect(withoutSecretNames({ first: 3, masked })).toEqual({
      first: 3,
      masked: { places: [0, 4, 0, 7, 0, 0], secrets: [] },
    });
    const plain: { first: number; masked?: MaskedPlaces } = { first: 3 };
    expect(withoutSecretNames(plain)).toBe(plain);
  });
});
