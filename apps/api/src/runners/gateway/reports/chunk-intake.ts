import { messageOf } from '@switchyard/concurrency';
import {
  decodeLogFrame,
  decodeTimes,
  isNextChunk,
  type LogChunk,
  MAX_CHUNK_BYTES,
  MAX_LOG_REQUEST_PLAIN_BYTES,
  problem,
} from '@switchyard/contracts';
import { faultless, ItemFault } from '@switchyard/database';
import { mapInTurns } from '../../../platform/workers/in-turns.js';
import { badRequest } from '../../../platform/http/refusals.js';
import { countLines, plainBody } from '../../../tasks/logs/chunk-lines.js';

/** A chunk that fits its head, with its body unpacked. */
export interface CheckedChunk {
  chunk: LogChunk;
  plain: Buffer;
}

/** A chunk that does not fit its head, and why. */
interface DamagedChunk {
  chunk: LogChunk;
  fault: ItemFault;
}

export type IntakeChunk = CheckedChunk | DamagedChunk;

/**
 * Reads a log request, in turns, and proves every head against its bytes: the plain body ends with a newline, holds exactly `n`
 * lines and at most {@link MAX_CHUNK_BYTES}; the times are `n` values; chunks of one attempt follow each other; all bodies
 * together have at most {@link MAX_LOG_REQUEST_PLAIN_BYTES}. A chunk that does not fit its head does not touch the others.
 * @throws UserError 400 naming the first fault, when it is the frame's or no chunk is sound; nothing is stored then.
 */
export async function readChunks(frame: Uint8Array): Promise<IntakeChunk[]> {
  const chunks = attempt('log frame', () => decodeLogFrame(frame));
  requireRuns(chunks);
  let room = MAX_LOG_REQUEST_PLAIN_BYTES;
  const read = await mapInTurns(chunks, (chunk) => {
    const each = checked(chunk);
    room -= 'plain' in each ? each.plain.length : 0;
    if (room < 0) {
      throw badRequest('log_frame', { fault: 'log frame is too large when it is unpacked' });
    }
    return each;
  });
  const [first] = read;
  if (first && 'fault' in first && read.every((each) => 'fault' in each)) {
    throw badRequest('log_frame', { fault: first.fault.message });
  }
  return read;
}

function requireRuns(chunks: readonly LogChunk[]): void {
  const ends = new Map<number, LogChunk['head']>();
  for (const { head } of chunks) {
    const before = ends.get(head.attempt);
    if (before && !isNextChunk(before, head)) {
      throw badRequest('log_frame', { fault: 'log frame has chunks of one attempt that do not follow each other' });
    }
    ends.set(head.attempt, head);
  }
}

function checked(chunk: LogChunk): IntakeChunk {
  try {
    return {
      chunk,
      plain: faultless(
        (reason) => problem('log_chunk_damaged', { attempt: chunk.head.attempt, reason }),
        () => check(chunk),
      ),
    };
  } catch (error) {
    return { chunk, fault: error as ItemFault };
  }
}

/** @returns the plain body */
function check({ head, times, body }: LogChunk): Buffer {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const plain = plainBody({ codec: head.codec, body: bytes }, MAX_CHUNK_BYTES);
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
    throw badRequest('log_frame', { fault: `${what}: ${messageOf(error)}` });
  }
}
