import { z } from 'zod';
import { Id } from '../primitives/primitives.js';
import { LogMasks } from '../task/log-masks.js';

/** Most lines of one attempt's log. */
export const MAX_LOG_LINES = 1_000_000_000;
/** Last moment of the year 9999, epoch milliseconds. */
export const MAX_TIME_MS = 253_402_300_799_999;

/**
 * Body of `POST /api/runner-gateway/log`, `application/octet-stream`:
 *
 * ```
 *   u32be  length of the head list in bytes
 *   JSON   array of LogChunkHead
 *   then for each head in order: `tl` bytes of times, `bl` bytes of body
 * ```
 *
 * - `times`: one unsigned LEB128 varint per line, milliseconds since the line before (the first: since `t0`).
 * - `body`: the lines as UTF-8 bytes, each ended by `\n`; for codec 1 deflate-raw of that.
 * - A chunk holds lines of one kind. Chunks of one attempt follow each other without a gap.
 */
export const LogChunkHead = z.object({
  attempt: Id,
  lease: z.uuid(),
  /** Number of the chunk's first line, 0-based. */
  first: z.int().min(0).max(MAX_LOG_LINES),
  /** Lines in the chunk; equals the newlines in the plain body. */
  n: z.int().min(1).max(1_048_576),
  /** Epoch milliseconds of the first line's base time. */
  t0: z.number().int().min(0).max(MAX_TIME_MS),
  /** Line kind of the whole chunk, see LogLineKind. */
  kind: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** 0 = plain, 1 = deflate-raw. */
  codec: z.union([z.literal(0), z.literal(1)]),
  /** Colour state before the first line: SGR parameters. */
  sgr: z
    .string()
    .max(64)
    .regex(/^[0-9;:]*$/),
  tl: z.int().min(1),
  bl: z.int().min(1),
  /** Where secrets were; older runners send none. One that cannot be read counts as none: the lines are what matters. */
  masks: LogMasks.optional().catch(undefined),
});
export type LogChunkHead = z.infer<typeof LogChunkHead>;

/** Most chunks in one request. */
export const MAX_LOG_REQUEST_CHUNKS = 1000;

export const LogChunkHeads = z.array(LogChunkHead).min(1).max(MAX_LOG_REQUEST_CHUNKS);

/** Largest log request in bytes. */
export const MAX_LOG_REQUEST_BYTES = 8_388_608;
/** Most bytes of its list of heads. */
export const MAX_HEADS_BYTES = 524_288;
/** Most of them that `masks` take beyond the first chunk's; the other members of as many heads as there may be need the rest. */
export const MAX_MASKS_BYTES = 131_072;
/** Most bytes that the bodies of one request may have when they are unpacked. */
export const MAX_LOG_REQUEST_PLAIN_BYTES = 67_108_864;
/**
 * Largest log of one attempt in bytes. A runner leaves out what a tool writes beyond it, with a line in the log; the
 * control plane takes an attempt away whose runner goes on.
 */
export const MAX_LOG_BYTES = 1_073_741_824;
/** Bodies from this size on are worth compressing, in bytes. */
export const COMPRESS_FROM_BYTES = 2_048;
/** Longest single line in bytes; what is longer is split, so that any line fits a chunk. */
export const MAX_LINE_BYTES = 65_536;

/** A chunk as it travels: head and its two byte strings. */
export interface LogChunk {
  head: LogChunkHead;
  times: Uint8Array;
  body: Uint8Array;
}

/** Whether a chunk begins where the one before it in the log of their attempt ends. */
export const isNextChunk = (before: LogChunkHead, head: LogChunkHead): boolean =>
  head.lease === before.lease && head.first === before.first + before.n;

/** Packs chunks into a request body. */
export function encodeLogFrame(chunks: readonly LogChunk[]): Uint8Array {
  const heads = new TextEncoder().encode(JSON.stringify(chunks.map((chunk) => chunk.head)));
  const size = chunks.reduce((sum, chunk) => sum + chunk.times.length + chunk.body.length, 4 + heads.length);
  const frame = new Uint8Array(size);
  new DataView(frame.buffer).setUint32(0, heads.length);
  frame.set(heads, 4);
  let offset = 4 + heads.length;
  for (const { times, body } of chunks) {
    frame.set(times, offset);
    frame.set(body, offset + times.length);
    offset += times.length + body.length;
  }
  return frame;
}

/**
 * Unpacks a request body; the byte strings are views into `frame`.
 * @throws Error when the lengths do not add up; ZodError when a head is malformed.
 */
export function decodeLogFrame(frame: Uint8Array): LogChunk[] {
  if (frame.length < 4) {
    throw new Error('log frame is too short');
  }
  const length = new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(0);
  if (length > frame.length - 4) {
    throw new Error('log frame head exceeds the frame');
  }
  if (length > MAX_HEADS_BYTES) {
    throw new Error(`log frame heads exceed ${MAX_HEADS_BYTES} bytes`);
  }
  const heads = LogChunkHeads.parse(JSON.parse(new TextDecoder().decode(frame.subarray(4, 4 + length))));
  let offset = 4 + length;
  const chunks = heads.map((head) => {
    const times = frame.subarray(offset, offset + head.tl);
    const body = frame.subarray(offset + head.tl, offset + head.tl + head.bl);
    offset += head.tl + head.bl;
    return { head, times, body };
  });
  if (offset !== frame.length) {
    throw new Error('log frame length does not match its heads');
  }
  return chunks;
}

/** Encodes line times (epoch milliseconds, ascending) as varint differences from `t0`. */
export function encodeTimes(t0: number, times: ArrayLike<number>): Uint8Array {
  const bytes: number[] = [];
  let last = t0;
  for (let i = 0; i < times.length; i++) {
    const time = times[i] ?? last;
    let delta = Math.max(0, Math.round(time - last));
    last = Math.max(last, time);
    while (delta >= 128) {
      bytes.push((delta % 128) | 128);
      delta = Math.floor(delta / 128);
    }
    bytes.push(delta);
  }
  return Uint8Array.from(bytes);
}

/**
 * Decodes `count` line times.
 * @throws Error when the bytes hold fewer or more than `count` values.
 */
export function decodeTimes(t0: number, bytes: Uint8Array, count: number): number[] {
  const times: number[] = [];
  let last = t0;
  let delta = 0;
  let factor = 1;
  for (const byte of bytes) {
    delta += (byte & 127) * factor;
    if (byte & 128) {
      factor *= 128;
      continue;
    }
    last += delta;
    times.push(last);
    delta = 0;
    factor = 1;
  }
  if (last > MAX_TIME_MS) {
    throw new Error('a line time lies beyond the year 9999');
  }
  if (times.length !== count || factor !== 1) {
    throw new Error(`expected ${count} line times, found ${times.length}`);
  }
  return times;
}
