import { EncryptionError } from '../encryption/encryption-error.js';

const LENGTH_BYTES = 4;

/** Reads frames with their length before each (32 bits, big-endian), wherever the parts of the stream begin and end. */
export class FrameReader {
  private readonly parts: AsyncIterator<Buffer>;
  /** Bytes that were read of the stream and not taken. */
  private readonly held: Buffer[] = [];
  private size = 0;

  /** @param maxBytes longest frame that is accepted */
  constructor(
    stream: AsyncIterable<Buffer>,
    private readonly maxBytes: number,
  ) {
    this.parts = stream[Symbol.asyncIterator]();
  }

  /** @returns undefined at the end @throws EncryptionError when a frame is cut off or too long */
  async next(): Promise<Buffer | undefined> {
    if (!(await this.hold(LENGTH_BYTES))) {
      return this.size === 0 ? undefined : broken();
    }
    const length = this.take(LENGTH_BYTES).readUInt32BE();
    return length <= this.maxBytes && (await this.hold(length)) ? this.take(length) : broken();
  }

  /** False when the stream ends before that many bytes. */
  private async hold(bytes: number): Promise<boolean> {
    while (this.size < bytes) {
      const { done, value } = await this.parts.next();
      if (done) {
        return false;
      }
      this.held.push(value);
      this.size += value.length;
    }
    return true;
  }

  /** Bytes that are held; copied only where they come in several parts. */
  private take(bytes: number): Buffer {
    const taken: Buffer[] = [];
    this.size -= bytes;
    for (let left = bytes; left > 0;) {
      const part = this.held.shift() ?? broken();
      const piece = part.subarray(0, left);
      taken.push(piece);
      left -= piece.length;
      if (piece.length < part.length) {
        this.held.unshift(part.subarray(piece.length));
      }
    }
    const [only] = taken;
    return only && taken.length === 1 ? only : Buffer.concat(taken);
  }
}

function broken(): never {
  throw new EncryptionError('The encrypted bytes are cut off or have another form');
}
