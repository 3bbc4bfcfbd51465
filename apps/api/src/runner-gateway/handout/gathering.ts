/** A moment in which callers who have time wait for each other, so that they go on together. */
export class Gathering {
  private next: Promise<void> | undefined;

  constructor(private readonly ms: number) {}

  /** Fulfilled for all who called since the last time, at most `ms` after the first of them. */
  together(): Promise<void> {
    this.next ??= new Promise((resolve) => {
      setTimeout(() => {
        this.next = undefined;
        resolve();
      }, this.ms);
    });
    return this.next;
  }
}
