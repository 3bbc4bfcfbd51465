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
  /** What the secrets of its masker are called, in their order. */
  readonly secretNames: readonly (SecretName | null)[];
}

/**
 * The next chunk of each source, in their order, as long as it fits one request of `limit` chunks.
 * @param onBroken called with a source whose lines cannot be read
 */
export function nextChunks<S extends LogSource>(
  sources: Iterable<S>,
  onBroken: (source: S, error: unknown) => void,
  limit = MAX_LOG_REQUEST_CHUNKS,
): LogChunk[] {
  const chunks: LogChunk[] = [];
  let size = 0;
  let plainSize = 0;
  let masksSize = 0;
  for (const source of sources) {
    if (chunks.length >= limit) {
      break;
    }
    const lines = read(source, onBroken);
    if (!lines) {
      continue;
    }
    const chunk = toChunk(source, lines);
    size += chunk.times.length + chunk.body.length;
    plainSize += lines.plainBytes;
    if (size > MAX_LOG_REQUEST_BYTES - MAX_HEADS_BYTES || plainSize > MAX_LOG_REQUEST_PLAIN_BYTES) {
      break;
    }
    if (chunks.length > 0 && (masksSize += sizeOf(chunk.head.masks)) > MAX_MASKS_BYTES) {
      break;
    }
    chunks.push(chunk);
  }
  return chunks;
}

function read<S extends LogSource>(source: S, onBroken: (source: S, error: unknown) => void): SpooledChunk | null {
  try {
    return source.spool.next();
  } catch (error) {
    onBroken(source, error);
    return null;
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
