const WINDOW = 4;
/** 8 KiB: the api keeps one filter for every attempt that is running. */
const MIN_FILTER_BITS = 16;
/** Filter bits per pattern, as a power of two; keeps wrong hits of the filter rare. */
const BITS_PER_PATTERN = 5;
const GOLDEN_RATIO = 0x9e3779b1;
const { imul } = Math;

/** Bytes to look for. */
export interface Pattern {
  /** At least four. */
  bytes: Buffer;
  /** Number of the secret that it is a form of. */
  secret: number;
}

/**
 * Finds many byte patterns in one pass: a rolling window of four bytes is looked up in a bit filter, then in a map from
 * the first four bytes of a pattern to the patterns, longest first.
 */
export class PatternIndex {
  /** Length of the longest pattern in bytes; 0 = there is none. */
  readonly longest: number;
  private readonly byStart = new Map<number, Pattern[]>();
  private readonly filter: Uint32Array;
  private readonly shift: number;
  /** The first one, two and three bytes of every pattern. */
  private readonly shortStarts = new Set<number>();

  constructor(patterns: readonly Pattern[]) {
    this.longest = patterns.reduce((longest, { bytes }) => Math.max(longest, bytes.length), 0);
    const bits = Math.max(MIN_FILTER_BITS, Math.ceil(Math.log2(patterns.length + 1)) + BITS_PER_PATTERN);
    this.shift = 32 - bits;
    this.filter = new Uint32Array(this.longest === 0 ? 0 : 2 ** (bits - 5));
    for (const pattern of patterns) {
      this.add(pattern);
    }
    for (const group of this.byStart.values()) {
      group.sort((a, b) => b.bytes.length - a.bytes.length);
    }
  }

  /**
   * Reports the longest pattern at every offset below `limit` where one starts, in order of offset.
   * Patterns must end inside `bytes`.
   */
  scan(bytes: Buffer, limit: number, found: (start: number, pattern: Pattern) => void): void {
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
        const longest = this.longestAt(bytes, start, window);
        if (longest) {
          found(start, longest);
        }
      }
    }
  }

  /** Length of the longest proper beginning of a pattern that ends where `bytes` end. */
  prefixAtEnd(bytes: Buffer): number {
    for (let at = Math.max(0, bytes.length - this.longest + 1); at < bytes.length; at++) {
      if (this.startsPattern(bytes, at)) {
        return bytes.length - at;
      }
    }
    return 0;
  }

  /** True when the bytes from `at` on are a proper beginning of a pattern. */
  private startsPattern(bytes: Buffer, at: number): boolean {
    const length = bytes.length - at;
    if (length < WINDOW) {
      return this.shortStarts.has(shortStart(bytes.readUIntBE(at, length), length));
    }
    const group = this.byStart.get(bytes.readInt32BE(at)) ?? [];
    return group.some((pattern) => length < pattern.bytes.length && bytes.compare(pattern.bytes, 0, length, at) === 0);
  }

  private add(pattern: Pattern): void {
    const start = pattern.bytes.readInt32BE(0);
    const bit = imul(start, GOLDEN_RATIO) >>> this.shift;
    this.filter[bit >>> 5] = (this.filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
    const group = this.byStart.get(start);
    if (group) {
      group.push(pattern);
      return;
    }
    this.byStart.set(start, [pattern]);
    for (let length = 1; length < WINDOW; length++) {
      this.shortStarts.add(shortStart(pattern.bytes.readUIntBE(0, length), length));
    }
  }

  private longestAt(bytes: Buffer, start: number, window: number): Pattern | null {
    for (const pattern of this.byStart.get(window) ?? []) {
      const { length } = pattern.bytes;
      const end = start + length;
      if (end <= bytes.length && bytes.compare(pattern.bytes, 0, length, start, end) === 0) {
        return pattern;
      }
    }
    return null;
  }
}

/** One number for one to three bytes. */
const shortStart = (bytes: number, length: number): number => length * 2 ** 24 + bytes;
