/** Wake-ups of all who wait at this replica for the same kind of event. */
export class WakeUps {
  private readonly waiting = new Set<() => void>();

  wake(): void {
    this.waiting.forEach((wake) => wake());
  }

  /** Fulfilled at the next wake-up, or when `end` is aborted. To be called before what is waited for is read. */
  next(end: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.waiting.delete(done);
        end.removeEventListener('abort', done);
        resolve();
      };
      this.waiting.add(done);
      end.addEventListener('abort', done);
      if (end.aborted) {
        done();
      }
    });
  }
}
