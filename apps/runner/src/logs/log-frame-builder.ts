import {
  type AttemptLease,
  type LogChunk,
  type LogMasks,
  MAX_HEADS_BYTES,
  MAX_LOG_REQUEST_BYTES,
  MAX_LOG_REQUEST_CHUNKS,
  MAX_LOG_REQUEST_PLAIN_BYTES,
  MAX_MASKS_BYTES,
  packMasks,
  type SecretName,
} from '@switchyard/contracts';
import type { Spool, SpooledChunk } from './spool.js';

/** An attempt whose log is to be sent. */
export interface LogSource extends AttemptLease {
  readonly spool: Spool;
  /** Names of the secrets of its masker, in their order. */
  readonly secretNames: readonly (SecretName | null)[];
}

/** Plain bytes that are worth a request; each log gives one chunk, however many bytes they are together. */
export const ENOUGH_BYTES = 1_048_576;
/** Most chunks of one log in a request. */
const MOST_OF_ONE = 4;

type Broken<S> = (source: S, error: unknown) => void;

/**
 * The next chunk of each source, in their order, and further ones while there are less than {@link ENOUGH_BYTES}, as long as
 * they fit one request of `limit` chunks.
 * @param onBroken called with a source whose lines cannot be read
 */
export function nextChunks<S extends LogSource>(
  sources: readonly S[],
  onBroken: Broken<S>,
  limit = MAX_LOG_REQUEST_CHUNKS,
): LogChunk[] {
  const room = new RequestRoom(limit);
  let going = [...sources];
  for (let place = 0; place === 0 || (place < MOST_OF_ONE && room.plainBytes < ENOUGH_BYTES); place++) {
    going = going.filter((source) => {
      const lines = room.isFull ? null : read(source, place, onBroken);
      return lines !== null && room.take(toChunk(source, lines), lines.plainBytes);
    });
  }
  return room.chunks;
}

/** Packs what the request behind the present one will carry, while that one is under way. */
export function packAhead(sources: readonly LogSource[], sent: readonly LogChunk[]): void {
  for (const source of sources) {
    const count = sent.filter(({ head }) => head.attempt === source.attempt).length;
    for (let place = count; count > 0 && place < 2 * count; place++) {
      read(source, place, () => undefined);
    }
  }
}

function read<S extends LogSource>(source: S, place: number, onBroken: Broken<S>): SpooledChunk | null {
  try {
    return place === 0 ? source.spool.next() : source.spool.following(place);
  } catch (error) {
    onBroken(source, error);
    return null;
  }
}

/** Room that is left in one request. */
class RequestRoom {
  readonly chunks: LogChunk[] = [];
  plainBytes = 0;
  isFull = false;
  private bytes = 0;
  private maskBytes = 0;

  constructor(private readonly limit: number) {}

  /** False when the chunk does not fit; nothing does any more then. */
  take(chunk: LogChunk, plainBytes: number): boolean {
    this.bytes += chunk.times.length + chunk.body.length;
    this.plainBytes += plainBytes;
    this.maskBytes += this.chunks.length > 0 ? sizeOf(chunk.head.masks) : 0;
    this.isFull =
      this.chunks.length >= this.limit ||
      this.bytes > MAX_LOG_REQUEST_BYTES - MAX_HEADS_BYTES ||
      this.plainBytes > MAX_LOG_REQUEST_PLAIN_BYTES ||
      this.maskBytes > MAX_MASKS_BYTES;
    if (!this.isFull) {
      this.chunks.push(chunk);
    }
    return !this.isFull;
  }
}

function sizeOf(masks: LogMasks | undefined): number {
  return masks === undefined || masks.at.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(masks));
}

function toChunk({ attempt, lease, secretNames }: LogSource, lines: SpooledChunk): LogChunk {
  const { first, kind, sgr, t0, times, codec, body } = lines;
  const head = {
    attempt,
    lease,
    first,
    n: lines.lines,
    t0,
    kind,
    codec,
    sgr,
    tl: times.length,
    bl: body.length,
    masks: packMasks(lines.marks.map(({ at, secret }) => ({ at, name: secretNames[secret] ?? null }))),
  } as const;
  return { head, times, body };
}
