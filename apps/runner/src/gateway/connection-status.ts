/** Whether the control plane can be reached; waits that are in progress end as soon as it answers again. */
export class ConnectionStatus {
  private down = false;
  private readonly waiting = new Set<() => void>();

  markDown(): void {
    this.down = true;
  }

  markUp(): void {
    if (!this.down) {
      return;
    }
    this.down = false;
    for (const wake of [...this.waiting]) {
      wake();
    }
  }

  /**
   * Resolves after `ms`, when the connection is back, or when `signal` is aborted. Never rejects.
   * @returns true when the connection is back
   */
  pause(ms: number, signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      if (signal?.aborted) {
        resolve(false);
        return;
      }
      const end = (isBack: boolean): void => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        signal?.removeEventListener('abort', giveUp);
        resolve(isBack);
      };
      const wake = (): void => end(true);
      const giveUp = (): void => end(false);
      const timer = setTimeout(giveUp, ms);
      this.waiting.add(wake);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }
}
