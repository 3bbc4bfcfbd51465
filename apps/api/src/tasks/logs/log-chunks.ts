import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LogArchive } from './archive/log-archive.js';
import { countArchived } from './archive/log-segment.repository.js';
import { type ChunkRange, findChunks, type LogExtent } from './log-chunk.repository.js';
import type { StoredChunk } from './stored-chunk.js';

/** Which log is read, and how many of its lines were archived when that was looked up. */
export type ReadLog = Pick<LogExtent, 'attempt' | 'archived'>;

/** Chunks of a log, wherever they are: its first lines may be archived, the others are in the database. */
@Injectable()
export class LogChunks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly archive: LogArchive,
  ) {}

  async read(taskId: number, { attempt, archived = 0 }: ReadLog, wanted: ChunkRange): Promise<StoredChunk[]> {
    const { manager } = this.dataSource;
    const found: StoredChunk[] = [];
    for (const { isArchived, ...part } of partsOf(wanted, archived)) {
      const range = { ...part, ...roomAfter(found, wanted) };
      const chunks = isArchived
        ? await this.archive.chunks(taskId, attempt, range)
        : await findChunks(manager, taskId, attempt, range);
      if (!isArchived && lacksFirst(chunks, range)) {
        // Lines that were here when the log was looked up may be archived since.
        const now = await countArchived(manager, taskId, attempt);
        if (now > archived) {
          return this.read(taskId, { attempt, archived: now }, wanted);
        }
      }
      found.push(...chunks);
      if (isFull(found, wanted) || (isArchived && !isWhole(chunks, range))) {
        break;
      }
    }
    return found;
  }
}

interface Part {
  from: number;
  end: number;
  isArchived: boolean;
}

/** Where the lines of a range are, in its order. */
function partsOf({ from, end, order }: ChunkRange, archived: number): Part[] {
  const parts = [
    { from, end: Math.min(end, archived), isArchived: true },
    { from: Math.max(from, archived), end, isArchived: false },
  ].filter((part) => part.from < part.end);
  return order === 'desc' ? parts.reverse() : parts;
}

function roomAfter(found: readonly StoredChunk[], { maxBytes, maxChunks, order }: ChunkRange) {
  return {
    maxBytes: maxBytes - bytesOf(found),
    ...(maxChunks !== undefined && { maxChunks: maxChunks - found.length }),
    ...(order && { order }),
  };
}

const bytesOf = (chunks: readonly StoredChunk[]): number => chunks.reduce((sum, { body }) => sum + body.length, 0);

const isFull = (found: readonly StoredChunk[], { maxBytes, maxChunks = Infinity }: ChunkRange): boolean =>
  bytesOf(found) >= maxBytes || found.length >= maxChunks;

/** Whether the first line of a range is missing, though there was room for it. */
function lacksFirst(chunks: readonly StoredChunk[], range: ChunkRange): boolean {
  const first = range.order === 'desc' ? chunks.at(-1) : chunks[0];
  return (first?.first_line ?? Infinity) > range.from && !(range.order === 'desc' && isFull(chunks, range));
}

/** Whether an archived range was read to its end. */
function isWhole(chunks: readonly StoredChunk[], { end, order }: ChunkRange): boolean {
  const final = chunks.at(-1);
  return order === 'desc' || (final !== undefined && final.first_line + final.line_count >= end);
}
