/** Data types of RFC 4251, section 5. */

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** `string`: length and bytes. */
export function sshString(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint32(bytes.length), bytes]);
}

/** `mpint` of an unsigned number: no needless leading zeros, and one where the first bit would be a sign. */
export function sshMpint(unsigned: Buffer): Buffer {
  const first = unsigned.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.alloc(0) : unsigned.subarray(first);
  const needsZero = ((digits[0] ?? 0) & 0x80) !== 0;
  return sshString(needsZero ? Buffer.concat([Buffer.from([0]), digits]) : digits);
}

/** Reads data types one after the other. Throws `RangeError` when the bytes end early. */
export class WireReader {
  private offset = 0;

  constructor(private readonly bytes: Buffer) {}

  byte(): number {
    return this.bytes.readUInt8(this.advance(1));
  }

  uint32(): number {
    return this.bytes.readUInt32BE(this.advance(4));
  }

  string(): Buffer {
    const length = this.uint32();
    const start = this.advance(length);
    return this.bytes.subarray(start, start + length);
  }

  private advance(length: number): number {
    const start = this.offset;
    if (start + length > this.bytes.length) {
      throw new RangeError('message ends early');
    }
    this.offset = start + length;
    return start;
  }
}
