const WINDOW = 4;
/** 8 KiB: the api keeps one filter for every attempt that is running. */
const MIN_FILTER_BITS = 16;
/** Filter bits per pattern, as a power of two; keeps wrong hits of the filter rare. */
const BITS_PER_PATTERN = 5;
const GOLDEN_RATIO = 0x9e3779b1;
const { imul } = Math;

/**
 * Finds many byte patterns in one pass: a rolling window of four bytes is looked up in a bit filter, then in a map from
 * the first four bytes of a pattern to the patterns, longest first.
 */
export class PatternIndex {
  /** Length of the longest pattern in bytes; 0 = there is none. */
  readonly longest: number;
  private readonly byStart = new Map<number, Buffer[]>();
  private readonly filter: Uint32Array;
  private readonly shift: number;

  /** @param patterns each at least four bytes long */
  constructor(patterns: readonly Buffer[]) {
    this.longest = patterns.reduce((longest, pattern) => Math.max(longest, pattern.length), 0);
    const bits = Math.max(MIN_FILTER_BITS, Math.ceil(Math.log2(patterns.length + 1)) + BITS_PER_PATTERN);
    this.shift = 32 - bits;
    this.filter = new Uint32Array(this.longest === 0 ? 0 : 2 ** (bits - 5));
    for (const pattern of patterns) {
      this.add(pattern);
    }
    for (const group of this.byStart.values()) {
      group.sort((a, b) => b.length - a.length);
    }
  }

  /**
   * Reports the longest pattern at every offset below `limit` where one starts, in order of offset.
   * Patterns must end inside `bytes`.
   */
  scan(bytes: Buffer, limit: number, found: (start: number, length: number) => void): void {
    if (bytes.length < WINDOW || this.longest === 0) {
      return;
    }
    const { filter, shift } = this;
    const last = Math.min(bytes.length, limit + WINDOW - 1);
    let window = bytes.readUInt32BE(0) >>> 8;
    for (let i = WINDOW - 1; i < last; i++) {
      window = (window << 8) | (bytes[i] ?? 0);
      const bit = imul(window, GOLDEN_RATIO) >>> shift;
      if (((filter[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) {
        const start = i - WINDOW + 1;
        const length = this.longestAt(bytes, start, window);
        if (length > 0) {
          found(start, length);
        }
      }
    }
  }

  /** True when a proper beginning of a pattern ends where `bytes` end. */
  hasPrefixAtEnd(bytes: Buffer): boolean {
    const tail = bytes.subarray(Math.max(0, bytes.length - this.longest + 1));
    for (const group of this.byStart.values()) {
      if (group.some((pattern) => endsWithPrefix(tail, pattern))) {
        return true;
      }
    }
    return false;
  }

  private add(pattern: Buffer): void {
    const start = pattern.readInt32BE(0);
    const bit = imul(start, GOLDEN_RATIO) >>> this.shift;
    this.filter[bit >>> 5] = (this.filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
    const group = this.byStart.get(start);
    if (group) {
      group.push(pattern);
    } else {
      this.byStart.set(start, [pattern]);
    }
  }

  private longestAt(bytes: Buffer, start: number, window: number): number {
    for (const pattern of this.byStart.get(window) ?? []) {
      const end = start + pattern.length;
      if (end <= bytes.length && bytes.compare(pattern, 0, pattern.length, start, end) === 0) {
        return pattern.length;
      }
    }
    return 0;
  }
}

function endsWithPrefix(tail: Buffer, pattern: Buffer): boolean {
  const first = pattern[0] ?? 0;
  for (let at = tail.indexOf(first); at !== -1; at = tail.indexOf(first, at + 1)) {
    const length = tail.length - at;
    if (length < pattern.length && tail.compare(pattern, 0, length, at) === 0) {
      return true;
    }
  }
  return false;
}
