import { backoff, messageOf } from '@switchyard/concurrency';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { RESTART_SECONDS } from './supervised-process.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../postgres/embedded-postgres.js';

/** A server that ran this long before it ended is started again as if it had never failed. */
const stableMs = 60_000;

/** The stack's own PostgreSQL: started again on the same port whenever it ends by itself. */
export class Database {
  private readonly stopping = new AbortController();
  private readonly watching: Promise<void>;

  private constructor(
    private server: EmbeddedPostgres,
    private readonly dataDir: string,
    private readonly report: (line: string) => void,
  ) {
    this.watching = this.watch();
  }

  static async start(stackDataDir: string, report: (line: string) => void): Promise<Database> {
    const dataDir = join(stackDataDir, 'postgres');
    return new Database(await startEmbeddedPostgres({ dataDir, hidden: true }), dataDir, report);
  }

  get url(): string {
    return this.server.url;
  }

  /** Also stops a server that is just being started again. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.server.stop();
    await this.watching;
  }

  private async watch(): Promise<void> {
    let failures = 0;
    while (!this.stopping.signal.aborted) {
      const startedAt = performance.now();
      await this.server.exited();
      failures = performance.now() - startedAt > stableMs ? 1 : failures + 1;
      await this.restartAfter(backoff(failures, RESTART_SECONDS));
    }
  }

  private async restartAfter(seconds: number): Promise<void> {
    const { signal } = this.stopping;
    if (signal.aborted) {
      return;
    }
    this.report(`postgres ended unexpectedly, starting it again in ${seconds} s`);
    try {
      await delay(seconds * 1000, undefined, { signal });
      this.server = await startEmbeddedPostgres({ dataDir: this.dataDir, hidden: true, port: this.server.port });
    } catch (error) {
      if (!signal.aborted) {
        this.report(`[postgres] ${messageOf(error)}`);
      }
    }
    if (signal.aborted) {
      await this.server.stop();
    }
  }
}
