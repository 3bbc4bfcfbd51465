import { GrowingBytes } from './growing-bytes.js';
import { type PackedBody, packBody } from './packed-body.js';

/** Most bytes of complete segments that one log keeps packed, ready to be sent. */
export const MAX_AHEAD_BYTES = 524_288;

/** The lines of a segment, ready to be sent. */
export interface PackedLines extends PackedBody {
  times: Buffer;
}

/**
 * Lines in memory that were just written to the spool, so that a log that is sent as fast as it grows is never read back:
 * those of the segment that grows as they are, those of complete ones packed while the request before is under way.
 * @typeParam S what stands for a segment
 */
export class LinesAhead<S extends object> {
  private readonly body = new GrowingBytes();
  private readonly times = new GrowingBytes();
  private growing: S | null = null;
  private readonly packed = new Map<S, PackedLines>();
  private packedBytes = 0;

  get bytes(): number {
    return this.body.view().length + this.times.view().length + this.packedBytes;
  }

  /** A new segment grows from here on. The one before is packed when there is room. */
  begin(segment: S): void {
    this.complete();
    this.growing = segment;
  }

  append(block: Buffer, times: Uint8Array): void {
    if (this.growing) {
      this.body.append(block);
      this.times.append(times);
    }
  }

  /** The lines of a segment, which grows no more; `null` when only the files hold them. */
  take(segment: S): PackedLines | null {
    if (this.growing === segment) {
      this.packGrowing(segment);
    }
    return this.packed.get(segment) ?? null;
  }

  /** Packs lines that were read back, and keeps them until they have arrived. */
  keep(segment: S, { body, times }: { body: Buffer; times: Buffer }): PackedLines {
    const lines = { ...packBody(body), times };
    this.packed.set(segment, lines);
    this.packedBytes += lines.body.length;
    return lines;
  }

  /** The segment has arrived, in part at least. */
  release(segment: S): void {
    if (this.growing === segment) {
      this.stop();
    }
    const lines = this.packed.get(segment);
    if (lines && this.packed.delete(segment)) {
      this.packedBytes -= lines.body.length;
    }
  }

  private complete(): void {
    if (this.growing && this.packedBytes < MAX_AHEAD_BYTES) {
      this.packGrowing(this.growing);
    }
    this.stop();
  }

  private packGrowing(segment: S): void {
    this.keep(segment, { body: this.body.view(), times: Buffer.from(this.times.view()) });
    this.stop();
  }

  private stop(): void {
    this.growing = null;
    this.body.clear();
    this.times.clear();
  }
}
