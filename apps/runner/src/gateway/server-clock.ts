/** The control plane's clock as seen from here: the local one plus an offset learnt from its answers. */
export class ServerClock {
  private offsetMs = 0;

  constructor(private readonly local: () => number = Date.now) {}

  /** Epoch milliseconds by the control plane's clock. */
  now(): number {
    return this.local() + this.offsetMs;
  }

  /**
   * Learns the offset from an answer that carried the server's time.
   * @param serverMs the server's epoch milliseconds
   * @param sentMs local time when the request left; the server is taken to have read its clock half-way
   */
  learn(serverMs: number, sentMs: number): void {
    if (Number.isFinite(serverMs)) {
      this.offsetMs = Math.round(serverMs - (sentMs + this.local()) / 2);
    }
  }

  /** Local time, for {@link learn}. */
  localNow(): number {
    return this.local();
  }
}
