/** Bytes of a chunk, which is a row; the last one of a blob may be smaller. */
export const CHUNK_BYTES = 256 * 1024;
/** Most chunks of one statement, so 1 MiB. */
const BATCH_CHUNKS = 4;

/**
 * Chunks of a statement, by how many statements came before it: few at first, so that of a small blob too the server works
 * on one part while the next is read.
 */
export const batchSize = (before: number): number => Math.min(BATCH_CHUNKS, 2 ** before);

/** Chunks that are stored together, one behind the other. */
export interface ChunkBatch {
  bytes: Buffer;
  isLast: boolean;
}

/** The content in batches of chunks; empty content is one empty chunk. */
export async function* chunkBatches(content: AsyncIterable<Buffer>): AsyncGenerator<ChunkBatch> {
  let parts: Buffer[] = [];
  let [size, before] = [0, 0];
  for await (const part of content) {
    for (let at = 0; at < part.length;) {
      const room = batchSize(before) * CHUNK_BYTES - size;
      if (room === 0) {
        yield { bytes: Buffer.concat(parts), isLast: false };
        [parts, size, before] = [[], 0, before + 1];
        continue;
      }
      const piece = part.subarray(at, at + room);
      parts.push(piece);
      [at, size] = [at + piece.length, size + piece.length];
    }
  }
  yield { bytes: Buffer.concat(parts), isLast: true };
}
