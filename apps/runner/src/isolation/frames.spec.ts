import { describe, expect, it } from '@jest/globals';
import { encodeFrame, encodeMessage, type Frame, FrameKind, FrameReader, MAX_FRAME_BYTES } from './frames.js';

describe(FrameReader.name, () => {
  const frames = [
    encodeFrame(FrameKind.output, Buffer.from('one\n')),
    encodeMessage({ type: 'system', text: 'ü' }),
    encodeFrame(FrameKind.output, Buffer.alloc(0)),
    encodeFrame(FrameKind.output, Buffer.alloc(70_000, 7)),
  ];

  it.each([1, 2, 3, 5, 6, 1_000, 1_000_000])('should put frames together from pieces of %d bytes', (size) => {
    const bytes = Buffer.concat(frames);
    const reader = new FrameReader();
    const found: Frame[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      found.push(...reader.push(bytes.subarray(at, at + size)));
    }
    expect(Buffer.concat(found.map(({ kind, payload }) => encodeFrame(kind, payload))).equals(bytes)).toBe(true);
  });

  it('should take larger frames from the runner than from an attempt', () => {
    const head = encodeFrame(FrameKind.message, Buffer.alloc(0));
    head.writeUInt32BE(MAX_FRAME_BYTES.fromHost + 1, 1);
    expect(() => [...new FrameReader().push(head)]).toThrow('too large');
    expect([...new FrameReader(MAX_FRAME_BYTES.toHost).push(head)]).toEqual([]);
  });

  it('should refuse a frame that is larger than any is, before it has arrived', () => {
    const head = Buffer.from([FrameKind.output, 0xff, 0xff, 0xff, 0xff]);
    expect(() => [...new FrameReader().push(head)]).toThrow('too large');
  });
});
