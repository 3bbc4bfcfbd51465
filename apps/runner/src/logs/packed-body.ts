import { deflateRawSync } from 'node:zlib';
import { COMPRESS_FROM_BYTES, type LogChunkHead } from '@switchyard/contracts';

/** The fastest level; more memory for its tables takes a quarter of the time away. */
const FASTEST = { level: 1, memLevel: 9 } as const;

/** The body of a chunk as it travels. */
export interface PackedBody extends Pick<LogChunkHead, 'codec'> {
  body: Buffer;
  /** Bytes of the lines themselves. */
  plainBytes: number;
}

/** @param plain whole lines; a short body is a copy of them */
export function packBody(plain: Buffer): PackedBody {
  const compress = plain.length >= COMPRESS_FROM_BYTES;
  const body = compress ? deflateRawSync(plain, FASTEST) : Buffer.from(plain);
  return { codec: compress ? 1 : 0, body, plainBytes: plain.length };
}
