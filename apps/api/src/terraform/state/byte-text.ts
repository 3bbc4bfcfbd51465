import { hasByte, isSame } from './json-bytes.js';

const FIRST_BYTES = 256;

/** Text that grows as bytes in one piece of memory, which is used again once it is cleared. */
export class ByteText {
  private bytes: Buffer = Buffer.alloc(FIRST_BYTES);
  size = 0;

  clear(): void {
    this.size = 0;
  }

  /** Text of ASCII, at most `length` characters of it. */
  add(text: string, length = text.length): this {
    this.grow(length);
    for (let at = 0; at < length; at++) {
      this.bytes[this.size++] = text.charCodeAt(at);
    }
    return this;
  }

  /** Byte by byte, as they are few, and `Buffer.copy` makes an object each time. */
  copy(source: Buffer, from: number, end: number): this {
    this.grow(end - from);
    for (let at = from; at < end; at++) {
      this.bytes[this.size++] = source[at] ?? 0;
    }
    return this;
  }

  /** Content of another one from an index on. */
  append(other: ByteText, from = 0, end = other.size): this {
    return this.copy(other.bytes, from, end);
  }

  begins(byte: number): boolean {
    return this.size > 0 && this.bytes[0] === byte;
  }

  /** Whether the byte stands in it. */
  has(byte: number): boolean {
    return hasByte(this.bytes, byte, 0, this.size);
  }

  equals(other: Buffer): boolean {
    return other.length === this.size && isSame(other, this.bytes, 0);
  }

  /** The bytes at hand; they change with the next call. */
  view(): Buffer {
    return this.bytes.subarray(0, this.size);
  }

  private grow(more: number): void {
    const needed = this.size + more;
    if (needed > this.bytes.length) {
      const larger = Buffer.alloc(Math.max(needed, 2 * this.bytes.length));
      this.bytes.copy(larger, 0, 0, this.size);
      this.bytes = larger;
    }
  }
}
