import { describe, expect, it } from '@jest/globals';
import { packSegment, type StoredChunk, unpackSegment } from './segment-format.js';

const chunk = (first_line: number, rest: Partial<StoredChunk> = {}): StoredChunk => ({
  first_line,
  line_count: 2,
  first_time: new Date(1_700_000_000_123),
  kind: 0,
  codec: 0,
  sgr: '',
  times: Buffer.from([0, 1]),
  body: Buffer.from('a\nb\n'),
  masks: null,
  ...rest,
});

describe(packSegment.name, () => {
  it('should give back every chunk with all it carries', () => {
    const last = { kind: 2, codec: 1, sgr: '1;38:2:9', body: Buffer.from([0, 255]), line_count: 1_048_576 };
    const chunks = [chunk(0, { masks: '' }), chunk(2, { masks: '{"ü":1}' }), chunk(1_000_000_000, last)];
    expect(unpackSegment(packSegment(chunks))).toEqual(chunks);
  });

  it('should refuse bytes that were cut off or continued', () => {
    const packed = packSegment([chunk(0), chunk(2)]);
    for (const bytes of [packed.subarray(0, -1), Buffer.concat([packed, packed]), packed.subarray(0, 20)]) {
      expect(() => unpackSegment(bytes)).toThrow(/offset|another length/);
    }
  });
});
