import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { openBytes, packedBytes } from './state-bytes.js';

const TEXT = Buffer.from(JSON.stringify(Array.from({ length: 30_000 }, (_, n) => ({ name: `box ${n}`, tags: {} }))));

async function* partsOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

const packed = (bytes: Buffer, size: number): Promise<Buffer> => buffer(packedBytes(partsOf(bytes, size)));
const opened = async (stored: Buffer, size: number): Promise<Buffer> => buffer(await openBytes(partsOf(stored, size)));

describe('the bytes of a state', () => {
  it.each([7, 40_000, 1_000_000])('should be the same after they were stored, in parts of %i', async (size) => {
    const stored = await packed(TEXT, size);
    expect(stored.length).toBeLessThan(TEXT.length / 5);
    expect((await opened(stored, size)).equals(TEXT)).toBe(true);
  });

  it('should be none when there are none, and be read as they are when they were stored so', async () => {
    expect(await opened(await packed(Buffer.alloc(0), 1), 100)).toHaveLength(0);
    expect((await opened(TEXT, 40_000)).equals(TEXT)).toBe(true);
  });

  it('should end with the failure of what they come from', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield* partsOf(TEXT, 40_000);
      throw new Error('cut off');
    }
    await expect(buffer(packedBytes(broken()))).rejects.toThrow('cut off');
    await expect(openBytes(broken()).then(buffer)).rejects.toThrow('cut off');
    const stored = await packed(TEXT, 40_000);
    await expect(opened(stored.subarray(0, -9), 1_000)).rejects.toThrow('unexpected end of file');
  });
});
