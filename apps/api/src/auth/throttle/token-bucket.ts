import { LRUCache } from 'lru-cache';

/** How many tries a bucket holds at most, and after how many milliseconds one of them grows back. */
export interface BucketLimits {
  capacity: number;
  refillMs: number;
}

interface Bucket {
  /** Saved-up time in milliseconds; a try costs `refillMs` of it. */
  credit: number;
  /** When `credit` was true, in the milliseconds of the clock. */
  at: number;
}

/**
 * Token buckets by key, in bounded memory. A key that was not used for long enough is full again and is forgotten;
 * when `maxKeys` are in use the one that was touched longest ago goes first.
 */
export class TokenBuckets {
  private readonly buckets: LRUCache<string, Bucket>;
  private readonly fullCredit: number;

  constructor(
    private readonly limits: BucketLimits,
    maxKeys: number,
    private readonly now: () => number = Date.now,
  ) {
    this.fullCredit = limits.capacity * limits.refillMs;
    // `max` would reserve memory for every key at once.
    this.buckets = new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 });
  }

  /** Takes one try. Answers 0, or the milliseconds until one is free; nothing is taken then. */
  take(key: string): number {
    const bucket = this.current(key);
    const wait = Math.max(0, this.limits.refillMs - bucket.credit);
    if (wait === 0) {
      bucket.credit -= this.limits.refillMs;
    }
    this.keep(key, bucket);
    return wait;
  }

  /** Gives one try back: it turned out to be a rightful one. */
  giveBack(key: string): void {
    const bucket = this.current(key);
    bucket.credit = Math.min(this.fullCredit, bucket.credit + this.limits.refillMs);
    this.keep(key, bucket);
  }

  private current(key: string): Bucket {
    const at = this.now();
    const known = this.buckets.get(key) ?? { credit: this.fullCredit, at };
    return { credit: Math.min(this.fullCredit, known.credit + Math.max(0, at - known.at)), at };
  }

  private keep(key: string, bucket: Bucket): void {
    if (bucket.credit < this.fullCredit) {
      this.buckets.set(key, bucket);
    } else {
      this.buckets.delete(key);
    }
  }
}
