import { describe, expect, it } from '@jest/globals';
import { packMasks, type SecretName } from '@switchyard/contracts';
import { masksOf } from './chunk-masks.js';

const name: SecretName = { kind: 'key', name: 'Deploy', of: '' };
const found = (masks: string | null, lines: string[]): unknown => Object.fromEntries(masksOf({ masks }, lines));
const stored = (...at: number[]): string => JSON.stringify(packMasks(at.map((each) => ({ at: each, name }))));

describe(masksOf.name, () => {
  it('should find line and column of a place that is stored in bytes', () => {
    const lines = ['', 'ü€😀 *** ***', 'plain', '***'];
    const body = Buffer.from(`${lines.join('\n')}\n`);
    const first = body.indexOf('***');
    expect(found(stored(first, body.lastIndexOf('***')), lines)).toEqual({
      1: [{ column: 5, name }],
      3: [{ column: 0, name }],
    });
  });

  it('should leave out a place that holds no stars, as in a chunk that is damaged', () => {
    expect(found(stored(0, 6, 900), ['plain', '***'])).toEqual({ 1: [{ column: 0, name }] });
    expect(found('{"names":', ['***'])).toEqual({});
  });

  it('should take stars for those of the tool unless they are marked', () => {
    expect(found('', ['login=***'])).toEqual({});
  });

  it('should guess where nothing is known', () => {
    expect(found(null, ['*** so ***', 'login=***'])).toEqual({ 1: [{ column: 6, name: null }] });
  });
});
