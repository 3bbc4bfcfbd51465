import { EncryptionError } from '../encryption/encryption-error.js';

const LENGTH_BYTES = 4;

/** Reads frames with their length before each (32 bits, big-endian), wherever the parts of the stream begin and end. */
export class FrameReader {
  private readonly parts: AsyncIterator<Buffer>;
  private held: Buffer = Buffer.alloc(0);

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
      return this.held.length === 0 ? undefined : broken();
    }
    const length = this.held.readUInt32BE();
    if (length > this.maxBytes || !(await this.hold(LENGTH_BYTES + length))) {
      return broken();
    }
    const frame = this.held.subarray(LENGTH_BYTES, LENGTH_BYTES + length);
    this.held = this.held.subarray(LENGTH_BYTES + length);
    return frame;
  }

  /** False when the stream ends before that many bytes. */
  private async hold(bytes: number): Promise<boolean> {
    const parts = [this.held];
    let size = this.held.length;
    while (size < bytes) {
      const { done, value } = await this.parts.next();
      if (done) {
        break;
      }
      parts.push(value);
      size += value.length;
    }
    this.held = parts.length === 1 ? this.held : Buffer.concat(parts);
    return size >= bytes;
  }
}

function broken(): never {
  throw new EncryptionError('The encrypted bytes are cut off or have another form');
}
