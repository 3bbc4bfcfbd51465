import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { problem } from '@switchyard/contracts';
import { BlobMissingError, OutsideError } from '@switchyard/server';

/**
 * A state shrinks to about a tenth; higher levels take several times as long for little more. The window is that of half the
 * usual memory, for which no pages have to be mapped each time, and a piece fits into one part of the answer.
 */
const PACKING = { level: 1, windowBits: 14, memLevel: 6, chunkSize: 64 * 1024 } as const;
/** Least bytes that are compressed together. */
const PIECE_BYTES = 256 * 1024;
/** Pieces that are compressed at once, each on another thread, while the next one is looked at. */
const AT_ONCE = 2;
const EXPANDED_BYTES = 64 * 1024;
/** No JSON begins so: what was stored before states were compressed is read as it is. */
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

const packed = promisify<Buffer, typeof PACKING, Buffer>(gzip);

/**
 * The bytes as they are stored: gzip members one behind the other (RFC 1952, 2.2).
 * @param look at the bytes, in pieces, while they are compressed; what it throws is thrown here
 */
export async function* packedBytes(
  content: AsyncIterable<Buffer>,
  look: (piece: Buffer) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const underWay: Promise<Buffer>[] = [];
  for await (const piece of pieces(content)) {
    const done = underWay.length === AT_ONCE && (await underWay.shift());
    underWay.push(packed(piece, PACKING));
    look(piece);
    if (done) {
      yield done;
    }
  }
  for (const last of underWay) {
    yield await last;
  }
}

async function* pieces(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [parts, size]: [Buffer[], number] = [[], 0];
  for await (const part of content) {
    parts.push(part);
    size += part.length;
    if (size >= PIECE_BYTES) {
      yield joined(parts);
      [parts, size] = [[], 0];
    }
  }
  if (size > 0) {
    yield joined(parts);
  }
}

const joined = (parts: readonly Buffer[]): Buffer => (parts.length === 1 && parts[0]) || Buffer.concat(parts);

/**
 * The bytes of a version, of which the first are there.
 * @param stored what {@link packedBytes} made, or the bytes themselves
 * @throws 502 when they are missing: a client that was answered 404 would begin with an empty state
 */
export async function openBytes(stored: AsyncIterable<Buffer>): Promise<Readable> {
  const parts = stored[Symbol.asyncIterator]();
  const first = await parts.next().catch((error: unknown) => {
    throw error instanceof BlobMissingError ? new OutsideError(problem('state_missing'), 502, { cause: error }) : error;
  });
  const bytes = Readable.from(continued(parts, first), { objectMode: false });
  return isPacked(first) ? through(bytes, createGunzip({ chunkSize: EXPANDED_BYTES })) : bytes;
}

/** A failure of the source is met by the reader of the bytes. */
const through = (source: Readable, transform: Transform): Transform => pipeline(source, transform, () => undefined);

const isPacked = ({ done, value }: IteratorResult<Buffer>): boolean =>
  done !== true && GZIP_MAGIC.equals(value.subarray(0, GZIP_MAGIC.length));

async function* continued(parts: AsyncIterator<Buffer>, first: IteratorResult<Buffer>): AsyncGenerator<Buffer> {
  try {
    for (let part = first; !part.done; part = await parts.next()) {
      yield part.value;
    }
  } finally {
    await parts.return?.();
  }
}
