import { describe, expect, it } from '@jest/globals';
import { decodeLogFrame, decodeTimes, encodeLogFrame, encodeTimes, type LogChunk, LogChunkHead } from './log-frame.js';

const lease = '0f8fad5b-d9cb-469f-a165-70867728950e';

function chunk(attempt: number, text: string, times: number[]): LogChunk {
  const body = new TextEncoder().encode(text);
  const packed = encodeTimes(1000, times);
  return {
    head: {
      attempt,
      lease,
      first: 0,
      n: times.length,
      t0: 1000,
      kind: 0,
      codec: 0,
      sgr: '',
      tl: packed.length,
      bl: body.length,
    },
    times: packed,
    body,
  };
}

describe('log frame', () => {
  it('should give back the chunks it was made of', () => {
    const chunks = [chunk(1, 'a\nb\n', [1000, 1200]), chunk(2, 'ü\n', [1000])];
    const read = decodeLogFrame(encodeLogFrame(chunks));
    expect(read.map((c) => c.head)).toEqual(chunks.map((c) => c.head));
    expect(read.map((c) => new TextDecoder().decode(c.body))).toEqual(['a\nb\n', 'ü\n']);
  });

  it('should refuse a frame whose lengths do not add up', () => {
    const frame = encodeLogFrame([chunk(1, 'a\n', [1000])]);
    expect(() => decodeLogFrame(frame.subarray(0, frame.length - 1))).toThrow('does not match');
    expect(() => decodeLogFrame(Uint8Array.from([...frame, 0]))).toThrow('does not match');
    expect(() => decodeLogFrame(Uint8Array.from([255, 255, 255, 255, 1]))).toThrow('exceeds');
    expect(() => decodeLogFrame(Uint8Array.from([0]))).toThrow('too short');
  });

  it('should refuse a malformed head', () => {
    const bad = chunk(1, 'a\n', [1000]);
    const wrong = { ...bad, head: { ...bad.head, first: -1 } };
    expect(() => decodeLogFrame(encodeLogFrame([wrong]))).toThrow();
  });
});

describe('line times', () => {
  it('should survive a round trip, gaps of days included', () => {
    const times = [1000, 1000, 1127, 1128, 20_000, 20_000 + 40 * 86_400_000];
    expect(decodeTimes(1000, encodeTimes(1000, times), times.length)).toEqual(times);
  });

  it('should never run backwards when the clock did', () => {
    expect(decodeTimes(1000, encodeTimes(1000, [1500, 1200, 1600]), 3)).toEqual([1500, 1500, 1600]);
  });

  it('should refuse a wrong number of values', () => {
    expect(() => decodeTimes(0, encodeTimes(0, [1, 2]), 3)).toThrow('expected 3');
    expect(() => decodeTimes(0, Uint8Array.from([128]), 1)).toThrow();
  });
});

describe('the places of secrets in a chunk', () => {
  const { head } = chunk(1, 'ab ***\n', [1000]);

  it('should be nothing to a control plane that does not know them', () => {
    const older = LogChunkHead.omit({ masks: true });
    const sent = { ...head, masks: { names: [], at: [3, 0] } };
    expect(older.parse(sent)).toEqual(head);
  });

  it('should count as not sent when they cannot be read, as those of a newer runner', () => {
    for (const masks of [{ names: [], at: [-1] }, { names: [{ kind: 'new', name: '', of: '' }], at: [] }, 7, null]) {
      expect(LogChunkHead.parse({ ...head, masks })).toEqual({ ...head, masks: undefined });
    }
  });
});
