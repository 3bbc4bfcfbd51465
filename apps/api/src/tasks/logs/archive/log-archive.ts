import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { problem } from '@switchyard/contracts';
import { type Engine, readSegment, type SegmentRow, SegmentWrongError } from '@switchyard/engine';
import { BlobMissingError, EncryptionError, type Logger, OutsideError, withTimeLimit } from '@switchyard/server';
import { LRUCache } from 'lru-cache';
import { MAX_KEPT_SEGMENT_BYTES, SEGMENT_MS } from '../../../platform/bounds.js';
import { ENGINE, LOGGER } from '../../../platform/infrastructure/tokens.js';
import type { ChunkRange } from '../log-chunk.repository.js';
import type { StoredChunk } from '../stored-chunk.js';
import { findSegments } from './log-segment.repository.js';
import { LinesLost } from '../lines-lost.js';
import { standIns } from './stand-ins.js';

/** How long lost lines are not looked for again, in milliseconds. */
const LOST_MS = 30_000;

/** Reads archived chunks. The last segments that were read are kept, so that one who scrolls fetches none twice. */
@Injectable()
export class LogArchive {
  private readonly kept = new LRUCache<string, readonly StoredChunk[]>({ maxSize: MAX_KEPT_SEGMENT_BYTES });
  private readonly coming = new Map<string, Promise<readonly StoredChunk[]>>();

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The archived chunks of a range, in its order and within its bounds; lost lines are marked.
   * @throws OutsideError 503 when the blob store cannot be reached
   */
  async chunks(
    taskId: number,
    attempt: number,
    { from, end, maxBytes, maxChunks = Infinity, order = 'asc' }: ChunkRange,
  ): Promise<StoredChunk[]> {
    const { manager } = this.engine.dataSource;
    const found: StoredChunk[] = [];
    let bytes = 0;
    for (const segment of await findSegments(manager, taskId, attempt, { from, end, order })) {
      const chunks = await this.segment(taskId, segment);
      for (const chunk of order === 'asc' ? chunks : chunks.toReversed()) {
        if (chunk.first_line >= end || chunk.first_line + chunk.line_count <= from) {
          continue;
        }
        if (bytes >= maxBytes || found.length >= maxChunks) {
          return found;
        }
        found.push(chunk);
        bytes += chunk.body.length;
      }
    }
    return found;
  }

  /**
   * Reads a segment, whether or not it is kept.
   * @throws LinesLost, OutsideError 503 when the blob store cannot be reached
   */
  async read(taskId: number, segment: SegmentRow): Promise<readonly StoredChunk[]> {
    try {
      return await withTimeLimit(readSegment(this.engine, segment), SEGMENT_MS);
    } catch (error) {
      const errorId = randomBytes(6).toString('hex');
      const { blob, first_line: line } = segment;
      this.logger.error({ err: error, errorId, taskId, line, blob }, 'Archived lines of a log cannot be read');
      throw isLost(error)
        ? new LinesLost(errorId, line)
        : new OutsideError(problem('log_archive_away'), 503, { cause: error });
    }
  }

  /** Returns a segment. Concurrent readers share one read. */
  private async segment(taskId: number, segment: SegmentRow): Promise<readonly StoredChunk[]> {
    const { blob } = segment;
    const known = this.kept.get(blob) ?? this.coming.get(blob);
    if (known) {
      return known;
    }
    const coming = this.load(taskId, segment).finally(() => this.coming.delete(blob));
    this.coming.set(blob, coming);
    return coming;
  }

  private async load(taskId: number, segment: SegmentRow): Promise<readonly StoredChunk[]> {
    const { blob, size } = segment;
    try {
      const chunks = await this.read(taskId, segment);
      this.kept.set(blob, chunks, { size });
      return chunks;
    } catch (error) {
      if (!(error instanceof LinesLost)) {
        throw error;
      }
      const chunks = standIns(segment, error);
      this.kept.set(blob, chunks, { size, ttl: LOST_MS });
      return chunks;
    }
  }
}

const isLost = (error: unknown): boolean =>
  [BlobMissingError, EncryptionError, SegmentWrongError, RangeError].some((kind) => error instanceof kind);
