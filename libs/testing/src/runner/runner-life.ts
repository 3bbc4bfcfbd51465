import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { retry } from '@switchyard/concurrency';
import { type CallOptions, isPassing, type ProtocolClient } from './protocol-client.js';

const RETRY_MS = { min: 100, max: 2_000, jitter: 'full' } as const;

/** One run of a simulated runner process, from its start to its end. */
export class RunnerLife {
  private readonly ending = new AbortController();
  private thawed: Promise<void> = Promise.resolve();
  private thaw: (() => void) | null = null;

  constructor(readonly client: ProtocolClient) {
    setMaxListeners(0, this.over);
  }

  get over(): AbortSignal {
    return this.ending.signal;
  }

  end(): void {
    this.ending.abort();
    this.resume();
  }

  /** Like SIGSTOP: nothing new is done, what was sent stays sent. */
  freeze(): void {
    if (!this.thaw && !this.over.aborted) {
      this.thawed = new Promise((resolve) => (this.thaw = resolve));
    }
  }

  resume(): void {
    this.thaw?.();
    this.thaw = null;
  }

  /** Waits; ends early with this life. Resolves only while the runner is not frozen. */
  async sleep(ms: number, signal: AbortSignal = this.over): Promise<void> {
    if (ms > 0) {
      await pause(ms, undefined, { signal }).catch(() => undefined);
    }
    await this.thawed;
  }

  /**
   * Repeats a call until it succeeds, as real runners do.
   * @throws a permanent refusal, or the last error once `signal` is aborted
   */
  async retrying(name: string, body: () => object, options: CallOptions = {}): Promise<unknown> {
    const signal = options.signal ?? this.over;
    const call = async (): Promise<unknown> => {
      const answer = await this.once(name, body(), { ...options, signal });
      await this.thawed;
      return answer;
    };
    return retry(call, { ...RETRY_MS, signal, isRetryable: isPassing, pause: (ms) => this.sleep(ms, signal) });
  }

  private async once(name: string, body: object, options: CallOptions): Promise<unknown> {
    if (!this.client.isReady) {
      await this.client.info(options.signal);
    }
    return this.client.call(name, body, options);
  }
}
