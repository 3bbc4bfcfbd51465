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

  /** Resolves after `ms`, when the connection is back, or when `signal` is aborted. Never rejects. */
  pause(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const wake = (): void => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.waiting.add(wake);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }
}
