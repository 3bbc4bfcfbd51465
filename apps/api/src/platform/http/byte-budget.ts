/** Counts the bytes of what goes into one answer. The first piece always fits, so that a reader with a cursor makes progress. */
export class ByteBudget {
  private used = 0;
  private empty = true;

  /** @param max bytes */
  constructor(private readonly max: number) {}

  /** Whether a piece of so many bytes still fits; it is counted then. */
  admits(bytes: number): boolean {
    if (!this.empty && this.used + bytes > this.max) {
      return false;
    }
    this.empty = false;
    this.used += bytes;
    return true;
  }
}

/** Bytes of the value as JSON in UTF-8. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
