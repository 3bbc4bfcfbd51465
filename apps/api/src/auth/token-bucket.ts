/** How many attempts a bucket holds at most, and after how many milliseconds one of them grows back. */
export interface BucketLimits {
  capacity: number;
  refillMs: number;
}

interface Bucket {
  tokens: number;
  /** When `tokens` was true, in the milliseconds of the clock. */
  at: number;
}

/**
 * Token buckets by key, in bounded memory. A key that was not used for long enough is full again and is forgotten;
 * when `maxKeys` are in use the one that was touched longest ago goes first.
 */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly limits: BucketLimits,
    private readonly maxKeys: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Takes one attempt. Answers 0, or the milliseconds until one is free; nothing is taken then. */
  take(key: string): number {
    const bucket = this.current(key);
    const wait = bucket.tokens >= 1 ? 0 : Math.ceil((1 - bucket.tokens) * this.limits.refillMs);
    if (wait === 0) {
      bucket.tokens -= 1;
    }
    this.keep(key, bucket);
    return wait;
  }

  /** Gives one attempt back: it turned out to be a rightful one. */
  giveBack(key: string): void {
    const bucket = this.current(key);
    bucket.tokens = Math.min(this.limits.capacity, bucket.tokens + 1);
    this.keep(key, bucket);
  }

  private current(key: string): Bucket {
    const at = this.now();
    const known = this.buckets.get(key);
    if (!known) {
      return { tokens: this.limits.capacity, at };
    }
    const grown = known.tokens + Math.max(0, at - known.at) / this.limits.refillMs;
    return { tokens: Math.min(this.limits.capacity, grown), at };
  }

  private keep(key: string, bucket: Bucket): void {
    this.buckets.delete(key);
    if (bucket.tokens < this.limits.capacity) {
      this.buckets.set(key, bucket);
    }
    for (const oldest of this.buckets.keys()) {
      if (this.buckets.size <= this.maxKeys) {
        break;
      }
      this.buckets.delete(oldest);
    }
  }
}
