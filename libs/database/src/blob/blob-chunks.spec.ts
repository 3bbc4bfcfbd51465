import { describe, expect, it } from '@jest/globals';
import { batchSize, CHUNK_BYTES, type ChunkBatch, chunkBatches } from './blob-chunks.js';

async function* content(...sizes: number[]): AsyncGenerator<Buffer> {
  let byte = 0;
  for (const size of sizes) {
    yield await Promise.resolve(Buffer.alloc(size, (byte += 1)));
  }
}

async function batchesOf(...sizes: number[]): Promise<ChunkBatch[]> {
  const batches: ChunkBatch[] = [];
  for await (const batch of chunkBatches(content(...sizes))) {
    batches.push(batch);
  }
  return batches;
}
const sizesOf = (batches: ChunkBatch[]): number[] => batches.map(({ bytes }) => bytes.length / CHUNK_BYTES);

describe(chunkBatches.name, () => {
  it('should begin with small batches, and go on with four chunks each', async () => {
    expect([0, 1, 2, 3, 100].map(batchSize)).toEqual([1, 2, 4, 4, 4]);
    expect(sizesOf(await batchesOf(12 * CHUNK_BYTES))).toEqual([1, 2, 4, 4, 1]);
  });

  it('should mark the last batch alone', async () => {
    expect((await batchesOf(8 * CHUNK_BYTES)).map(({ isLast }) => isLast)).toEqual([false, false, false, true]);
  });

  it('should fill batches from parts of any size, and lose no byte', async () => {
    const sizes = [10, CHUNK_BYTES - 20, 30, 2 * CHUNK_BYTES, 0, 5];
    const batches = await batchesOf(...sizes);
    const whole = Buffer.concat(sizes.map((size, i) => Buffer.alloc(size, i + 1)));
    expect(Buffer.concat(batches.map(({ bytes }) => bytes)).equals(whole)).toBe(true);
    expect(sizesOf(batches).slice(0, 2)).toEqual([1, 2]);
  });

  it('should be one empty batch for empty content', async () => {
    expect(await batchesOf()).toEqual([{ bytes: Buffer.alloc(0), isLast: true }]);
    expect(await batchesOf(0, 0)).toEqual([{ bytes: Buffer.alloc(0), isLast: true }]);
  });

  it('should not end with a batch of nothing where the content ends with a full one', async () => {
    expect(sizesOf(await batchesOf(CHUNK_BYTES))).toEqual([1]);
    expect(sizesOf(await batchesOf(3 * CHUNK_BYTES))).toEqual([1, 2]);
  });
});
