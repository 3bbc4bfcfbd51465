import { createHash } from 'node:crypto';
import type { Engine } from '../ports.js';
import { type StoredChunk, unpackSegment } from './segment-format.js';

/** Columns of a segment that are needed to read it. */
export interface SegmentRow {
  first_line: number;
  line_count: number;
  blob: string;
  size: number;
  sha256: string;
}

/** The blob of a segment is not the one that was written. */
export class SegmentWrongError extends Error {
  override readonly name = 'SegmentWrongError';
}

/**
 * The chunks of a segment, which was checked as a whole.
 * @throws SegmentWrongError, and what the blob store throws
 */
export async function readSegment({ blobs }: Pick<Engine, 'blobs'>, segment: SegmentRow): Promise<StoredChunk[]> {
  const bytes = await readWhole(blobs.get(segment.blob), segment);
  if (createHash('sha256').update(bytes).digest('hex') !== segment.sha256) {
    throw new SegmentWrongError('The checksum of the segment of a log is wrong');
  }
  const chunks = unpackSegment(bytes);
  const lines = chunks.reduce((sum, chunk) => sum + chunk.line_count, 0);
  if (chunks[0]?.first_line !== segment.first_line || lines !== segment.line_count) {
    throw new SegmentWrongError('The segment holds other lines than are in its row');
  }
  return chunks;
}

async function readWhole(content: AsyncIterable<Buffer>, { size }: SegmentRow): Promise<Buffer> {
  const parts: Buffer[] = [];
  let read = 0;
  for await (const part of content) {
    read += part.length;
    if (read > size) {
      break;
    }
    parts.push(part);
  }
  if (read !== size) {
    throw new SegmentWrongError('The segment of a log has another size than in its row');
  }
  return Buffer.concat(parts, size);
}
