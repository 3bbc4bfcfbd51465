import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '@switchyard/concurrency';
import { SettleRequest } from '@switchyard/contracts';
import type { GatewayClient } from '../gateway/gateway-client.js';
import { isRetryable } from '../gateway/retryable.js';
import { retrying } from '../gateway/retrying.js';
import { type RunnerLog, retryReporter } from '../runner-log.js';

interface SettlementParts {
  gateway: Pick<GatewayClient, 'settle' | 'connection'>;
  log: RunnerLog;
}

/**
 * Reports to the control plane about attempts whose end cannot be reported: that nothing of them runs here any more. The lock of
 * such an attempt stays until then. Each attempt in the hands of the runner has a file, so that a process which was killed
 * reports it at its next start.
 */
export class Settlements {
  private readonly closing = new AbortController();
  private readonly underWay = new Map<number, Promise<void>>();

  constructor(
    private readonly dir: string,
    private readonly parts: SettlementParts,
  ) {}

  /** The attempt begins. It waits for what an earlier process has left of it: that must not arrive once the tool runs. */
  async begin(held: Pick<SettleRequest, 'attempt' | 'lease'>): Promise<void> {
    await this.underWay.get(held.attempt);
    await this.write({ ...held, outcome: null, exit_code: null });
  }

  /** The end of the attempt was reported. */
  async forget(attempt: number): Promise<void> {
    await rm(this.file(attempt), { force: true });
  }

  /** Nothing of the attempt runs any more. Resolves when that is written down; it is sent until it is taken. */
  async settle(report: SettleRequest): Promise<void> {
    await this.write(report).catch((error: unknown) => this.warn(report.attempt, error));
    this.send(report);
  }

  /**
   * Sends what an earlier process has left.
   * @param living attempts of which something could not be ended; they are left for the next start
   */
  async resume(living: ReadonlySet<number>): Promise<void> {
    const names = await readdir(this.dir).catch((): string[] => []);
    for (const attempt of names.filter((name) => /^\d+$/.test(name)).map(Number)) {
      const report = living.has(attempt) ? null : await this.read(attempt);
      if (report) {
        this.send(report);
      }
    }
  }

  /** Resolves when all that is under way has arrived. */
  async whenSent(): Promise<void> {
    await Promise.all(this.underWay.values());
  }

  close(): void {
    this.closing.abort();
  }

  private send(report: SettleRequest): void {
    const { attempt } = report;
    const sent = this.deliver(report).finally(() => this.underWay.delete(attempt));
    this.underWay.set(attempt, sent);
  }

  private async deliver(report: SettleRequest): Promise<void> {
    const { gateway, log } = this.parts;
    const onFailure = retryReporter(log, `end of attempt ${report.attempt}`);
    try {
      await retrying(() => gateway.settle(report), {
        connection: gateway.connection,
        signal: this.closing.signal,
        onFailure,
      });
      await this.forget(report.attempt);
    } catch (error) {
      this.warn(report.attempt, error);
      if (!isRetryable(error)) {
        await this.forget(report.attempt);
      }
    }
  }

  private async write(report: SettleRequest): Promise<void> {
    await mkdir(this.dir, { recursive: true, mode: 0o700 });
    const file = this.file(report.attempt);
    await writeFile(`${file}.part`, JSON.stringify(report), { mode: 0o600 });
    await rename(`${file}.part`, file);
  }

  private async read(attempt: number): Promise<SettleRequest | null> {
    try {
      return SettleRequest.parse(JSON.parse(await readFile(this.file(attempt), 'utf8')));
    } catch (error) {
      this.warn(attempt, error);
      return null;
    }
  }

  private file(attempt: number): string {
    return path.join(this.dir, String(attempt));
  }

  private warn(attempt: number, error: unknown): void {
    const text = messageOf(error);
    this.parts.log.warn('attempt not settled', { attempt, error: text });
  }
}
