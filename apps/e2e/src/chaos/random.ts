/** Numbers that come in the same order for the same seed (mulberry32). */
export class Random {
  private state: number;

  constructor(readonly seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A number from `least` to below `most`. */
  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws RangeError when there is nothing to choose from */
  pick<T>(from: readonly T[]): T {
    const index = Math.floor(this.next() * from.length);
    if (index >= from.length) {
      throw new RangeError('nothing to choose from');
    }
    return from[index] as T;
  }

  /** One of the things, in proportion to its weight. */
  weighted<T extends { weight: number }>(from: readonly T[]): T {
    let left = this.next() * from.reduce((sum, { weight }) => sum + weight, 0);
    return from.find(({ weight }) => (left -= weight) < 0) ?? this.pick(from);
  }

  /** An independent sequence, so that what one part draws does not move the others. */
  fork(): Random {
    return new Random(Math.floor(this.next() * 2 ** 32));
  }
}
