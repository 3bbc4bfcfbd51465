const FIRST_CAPACITY = 1_024;

/** Bytes that are collected in one place, which is used again after {@link clear}. */
export class GrowingBytes {
  private bytes = Buffer.alloc(0);
  private size = 0;

  append(more: Uint8Array): void {
    if (this.size + more.length > this.bytes.length) {
      this.grow(this.size + more.length);
    }
    this.bytes.set(more, this.size);
    this.size += more.length;
  }

  /** Returns the collected bytes; valid until the next call. */
  view(): Buffer {
    return this.bytes.subarray(0, this.size);
  }

  clear(): void {
    this.size = 0;
  }

  private grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_CAPACITY, needed, 2 * this.bytes.length));
    this.bytes.copy(larger, 0, 0, this.size);
    this.bytes = larger;
  }
}
