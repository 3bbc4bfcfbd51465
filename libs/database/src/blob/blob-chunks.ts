/** Bytes of a chunk, which is a row; the last one of a blob may be smaller. */
const CHUNK_BYTES = 256 * 1024;
/** Chunks of one statement, so 1 MiB. */
export const BATCH_CHUNKS = 4;

/** Chunks that are stored together. */
export interface ChunkBatch {
  chunks: readonly Buffer[];
  isLast: boolean;
}

/** The content in batches of chunks; empty content is one empty chunk. */
export async function* chunkBatches(content: AsyncIterable<Buffer>): AsyncGenerator<ChunkBatch> {
  let chunks: Buffer[] = [];
  for await (const chunk of chunksOf(content)) {
    if (chunks.length === BATCH_CHUNKS) {
      yield { chunks, isLast: false };
      chunks = [];
    }
    chunks.push(chunk);
  }
  yield { chunks: chunks.length === 0 ? [Buffer.alloc(0)] : chunks, isLast: true };
}

async function* chunksOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const part of content) {
    for (let at = 0; at < part.length;) {
      const piece = part.subarray(at, at + CHUNK_BYTES - size);
      parts.push(piece);
      at += piece.length;
      size += piece.length;
      if (size === CHUNK_BYTES) {
        yield Buffer.concat(parts);
        [parts, size] = [[], 0];
      }
    }
  }
  if (size > 0) {
    yield Buffer.concat(parts);
  }
}
