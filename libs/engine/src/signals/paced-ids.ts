/**
 * Gathers ids so that many changes become few messages: the first ids are handed on at once, what comes after them
 * together, each id once, at most once per interval. What still waits when the process ends is not handed on.
 */
export class PacedIds {
  private readonly waiting = new Set<number>();
  private pause: NodeJS.Timeout | undefined;

  constructor(
    private readonly everyMs: number,
    private readonly send: (ids: readonly number[]) => void,
  ) {}

  add(ids: readonly number[]): void {
    ids.forEach((id) => this.waiting.add(id));
    if (this.pause === undefined) {
      this.flush();
    }
  }

  private flush(): void {
    this.pause = undefined;
    const ids = [...this.waiting];
    if (ids.length === 0) {
      return;
    }
    this.waiting.clear();
    this.pause = setTimeout(() => this.flush(), this.everyMs).unref();
    this.send(ids);
  }
}
