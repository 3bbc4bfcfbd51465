import { decodeLogFrame, decodeTimes, type LogChunk, MAX_LOG_REQUEST_PLAIN_BYTES } from '@switchyard/contracts';
import { badRequest } from '../http/refusals.js';
import { countLines, plainBody } from '../task-logs/stored-chunk.js';

/** A chunk that fits its head, with its body unpacked. */
export interface CheckedChunk {
  chunk: LogChunk;
  plain: Buffer;
}

/**
 * Reads a log request and proves every head against its bytes: the plain body ends with a newline, holds exactly `n`
 * lines and at most 1 MiB; the times are `n` values; no attempt appears twice; all bodies together have at most
 * {@link MAX_LOG_REQUEST_PLAIN_BYTES}.
 * @throws UserError 400 naming the first fault; nothing of the request is stored then.
 */
export function readChunks(frame: Uint8Array): CheckedChunk[] {
  const chunks = attempt('log frame', () => decodeLogFrame(frame));
  if (new Set(chunks.map((chunk) => chunk.head.attempt)).size !== chunks.length) {
    throw badRequest('log frame has two chunks of one attempt');
  }
  let room = MAX_LOG_REQUEST_PLAIN_BYTES;
  return chunks.map((chunk) => {
    const plain = attempt(`log chunk of attempt ${chunk.head.attempt}`, () => check(chunk));
    room -= plain.length;
    if (room < 0) {
      throw badRequest('log frame is too large when it is unpacked');
    }
    return { chunk, plain };
  });
}

/** @returns the plain body */
function check({ head, times, body }: LogChunk): Buffer {
  const plain = plainBody({ codec: head.codec, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) });
  if (plain[plain.length - 1] !== 10 || countLines(plain) !== head.n) {
    throw new Error(`does not hold ${head.n} lines`);
  }
  decodeTimes(head.t0, times, head.n);
  return plain;
}

function attempt<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw badRequest(`${what}: ${error instanceof Error ? error.message : 'malformed'}`);
  }
}
