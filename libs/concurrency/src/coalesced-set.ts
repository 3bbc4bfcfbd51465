import { CoalescedWork, type CoalescedWorkOptions } from './coalesced-work.js';

/** Work on items, coalesced: each run gets what was added since the one before, each once. */
export class CoalescedSet<T> {
  private items = new Set<T>();
  private readonly runs: CoalescedWork;

  /** @param work must not fail: nobody waits for it */
  constructor(work: (items: ReadonlySet<T>) => unknown, options: CoalescedWorkOptions) {
    this.runs = new CoalescedWork(() => {
      const { items } = this;
      this.items = new Set();
      return work(items);
    }, options);
  }

  add(items: Iterable<T>): void {
    for (const item of items) {
      this.items.add(item);
    }
    if (this.items.size > 0) {
      void this.runs.run();
    }
  }

  /** Drops the entries that were not worked on yet. */
  close(): Promise<void> {
    return this.runs.close();
  }
}
