import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EncryptionError } from '../encryption/encryption-error.js';
import type { SecretBox } from '../encryption/secret-box.js';
import { FrameReader } from './frame-reader.js';

const CIPHER = 'aes-256-gcm';
const FRAME_BYTES = 64 * 1024;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const LENGTH_BYTES = 4;
/** Longest header or frame that is read: more cannot have been written here. */
const MAX_FRAME = FRAME_BYTES + TAG_BYTES + 1;

/**
 * Encrypts a stream in frames, so that it is never in memory as a whole. The first frame is a data key, sealed by the
 * secret box for `context`; each other one is AES-256-GCM of up to 64 KiB under that key, with its number as nonce and, as
 * authenticated data, whether it is the last. Every frame has its length before it (32 bits, big-endian). Frames that are
 * changed, moved or cut off do not open.
 */
export async function* encryptStream(
  box: SecretBox,
  context: string,
  content: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const key = randomBytes(KEY_BYTES);
  const header = Buffer.from(box.seal(key, context));
  yield lengthOf(header.length);
  yield header;
  let number = 0;
  let held: Buffer[] | undefined;
  for await (const piece of pieces(content)) {
    if (held) {
      yield* sealFrame(key, number++, held, false);
    }
    held = piece;
  }
  yield* sealFrame(key, number, held ?? [], true);
}

/** @throws EncryptionError while it is read, when it was changed or cut off, or was encrypted for another context */
export async function* decryptStream(
  box: SecretBox,
  context: string,
  stored: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const frames = new FrameReader(stored, MAX_FRAME);
  const key = box.open((await required(frames)).toString(), context);
  let frame = await required(frames);
  for (let number = 0; ; number++) {
    const next = await frames.next();
    yield openFrame(key, number, frame, next === undefined);
    if (next === undefined) {
      return;
    }
    frame = next;
  }
}

async function required(frames: FrameReader): Promise<Buffer> {
  const frame = await frames.next();
  if (!frame) {
    throw new EncryptionError('The encrypted bytes are cut off');
  }
  return frame;
}

/**
 * The same bytes in pieces of one size, the last one smaller. A piece is the parts that it came in: memory outside of the
 * heap is what a garbage collection is started for, so nothing is copied that need not be.
 */
async function* pieces(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const part of content) {
    for (let at = 0; at < part.length;) {
      const piece = part.subarray(at, at + FRAME_BYTES - size);
      parts.push(piece);
      [at, size] = [at + piece.length, size + piece.length];
      if (size === FRAME_BYTES) {
        yield parts;
        [parts, size] = [[], 0];
      }
    }
  }
  if (size > 0) {
    yield parts;
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.allocUnsafe(LENGTH_BYTES);
  length.writeUInt32BE(bytes);
  return length;
}

/** 96 bits. A key encrypts one blob only, so a number is used once. */
function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}

const markOf = (isLast: boolean): Buffer => Buffer.from([isLast ? 1 : 0]);

function* sealFrame(key: Buffer, number: number, parts: readonly Buffer[], isLast: boolean): Generator<Buffer> {
  const cipher = createCipheriv(CIPHER, key, nonceOf(number), { authTagLength: TAG_BYTES }).setAAD(markOf(isLast));
  yield lengthOf(parts.reduce((sum, { length }) => sum + length, TAG_BYTES));
  yield* parts.map((part) => cipher.update(part));
  cipher.final();
  yield cipher.getAuthTag();
}

function openFrame(key: Buffer, number: number, frame: Buffer, isLast: boolean): Buffer {
  const decipher = createDecipheriv(CIPHER, key, nonceOf(number), { authTagLength: TAG_BYTES });
  decipher.setAAD(markOf(isLast)).setAuthTag(frame.subarray(-TAG_BYTES));
  try {
    const bytes = decipher.update(frame.subarray(0, -TAG_BYTES));
    // Has no bytes of its own: GCM has as many as it was given.
    decipher.final();
    return bytes;
  } catch {
    throw new EncryptionError('The encrypted bytes were changed or cut off');
  }
}
