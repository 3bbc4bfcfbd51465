export type Unsubscribe = () => void;

/** Functions that are called together. */
export class Listeners<Args extends unknown[] = []> {
  private readonly all = new Set<(...args: Args) => void>();

  add(listener: (...args: Args) => void): Unsubscribe {
    // A function that is added twice is called twice, and removed once.
    const own = (...args: Args): void => listener(...args);
    this.all.add(own);
    return () => void this.all.delete(own);
  }

  call(...args: Args): void {
    this.all.forEach((listener) => listener(...args));
  }
}
