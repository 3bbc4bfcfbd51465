/**
 * Remembers the nonces of the last one to two windows, so that a recorded request cannot be played again. A replica
 * knows only the nonces it saw itself; a replay at another one finds the same idempotent call fenced by its lease.
 * Grows with the requests of two windows.
 */
export class NonceWindow {
  private current = new Set<string>();
  private previous = new Set<string>();
  private turnsAt: number;

  constructor(
    private readonly windowMs: number,
    now: number,
  ) {
    this.turnsAt = now + windowMs;
  }

  /** True when the nonce was not seen before; it counts as seen from then on. */
  take(nonce: string, now: number): boolean {
    if (now >= this.turnsAt) {
      this.previous = now - this.turnsAt < this.windowMs ? this.current : new Set();
      this.current = new Set();
      this.turnsAt = now + this.windowMs;
    }
    if (this.current.has(nonce) || this.previous.has(nonce)) {
      return false;
    }
    this.current.add(nonce);
    return true;
  }
}
