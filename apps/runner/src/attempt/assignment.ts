/**
 * Whether an attempt is the runner's.
 *
 * ```
 *   ahead ──make()──► made      it may start, and its log and reports go out
 *     └────refuse()─► refused   it ended before: nothing of it is reported
 * ```
 */
export class Assignment {
  private state: 'ahead' | 'made' | 'refused';
  private resolve: (written: Promise<void>) => void = () => undefined;
  private resolveAwaited: () => void = () => undefined;
  /** Resolves when it is made and written down; rejects when it cannot be written down. */
  readonly made = new Promise<void>((resolve) => (this.resolve = resolve));

  /** Resolves when the attempt can go on only once it is made. */
  readonly awaited = new Promise<void>((resolve) => (this.resolveAwaited = resolve));

  /**
   * @param isAhead it is not made yet
   * @param write notes on disk that the attempt is in the runner's hands
   */
  constructor(
    isAhead: boolean,
    private readonly write: () => Promise<void>,
  ) {
    this.state = isAhead ? 'ahead' : 'made';
    this.made.catch(() => undefined);
  }

  get isMade(): boolean {
    return this.state === 'made';
  }

  get isRefused(): boolean {
    return this.state === 'refused';
  }

  /** The attempt begins: one that is not prepared ahead waits until it is written down. */
  async whenBegun(): Promise<void> {
    if (this.state === 'made') {
      this.resolve(this.write());
      await this.made;
    }
  }

  /** @returns false when it was made or refused before */
  make(): boolean {
    const isAhead = this.state === 'ahead';
    if (isAhead) {
      this.state = 'made';
      this.resolve(this.write());
    }
    return isAhead;
  }

  /** The attempt is over unless it is made. @returns true when it can never be made now */
  refuse(): boolean {
    this.state = this.state === 'made' ? 'made' : 'refused';
    return this.state === 'refused';
  }

  /** Resolves when it is made, or will not be any more. @throws Error when it cannot be written down */
  async whenMade(stop: AbortSignal): Promise<void> {
    this.resolveAwaited();
    const stopped = new Promise<void>((resolve) => {
      stop.addEventListener('abort', () => resolve(), { once: true });
    });
    await (stop.aborted ? undefined : Promise.race([this.made, stopped]));
  }

  /** Acts as soon as it is made, also when it could not be written down. */
  onceMade(act: () => void): void {
    void this.made.then(act, act);
  }
}
