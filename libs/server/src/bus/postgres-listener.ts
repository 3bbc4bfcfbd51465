import { setTimeout as pause } from 'node:timers/promises';
import { connectionTo } from '@switchyard/postgres';
import type pg from 'pg';
import type { Logger } from '../logging/logger.js';
import { packetStart, postgresChannel } from './postgres-channel.js';
import type { Liveness } from './liveness.js';
import type { Subscriptions } from './subscriptions.js';

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 5_000;

/** Receives the notifications of one database on a connection of its own, and connects again whenever it breaks. */
export class PostgresListener {
  readonly ready: Promise<void>;
  private readonly closing = new AbortController();
  private readonly running: Promise<void>;
  private client: pg.Client | undefined;

  constructor(
    private readonly databaseUrl: string,
    private readonly subscriptions: Subscriptions,
    private readonly logger: Logger,
    private readonly liveness: Liveness,
  ) {
    let firstTime: () => void = () => undefined;
    this.ready = new Promise((resolve) => (firstTime = resolve));
    this.running = this.run(firstTime);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.client?.end().catch(() => undefined);
    await this.running;
  }

  private async run(firstTime: () => void): Promise<void> {
    const { signal } = this.closing;
    let retryMs = FIRST_RETRY_MS;
    let listening = firstTime;
    while (!signal.aborted) {
      try {
        await this.listen(() => {
          retryMs = FIRST_RETRY_MS;
          listening();
          listening = () => this.subscriptions.reconnected();
        });
      } catch (error) {
        if (!signal.aborted) {
          this.logger.warn({ err: error }, 'The bus lost its database connection and connects again');
        }
      }
      await pause(retryMs, undefined, { signal }).catch(() => undefined);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    }
  }

  /** Rejects when the connection breaks, fulfils when it was closed. */
  private async listen(onListening: () => void): Promise<void> {
    const { probeEveryMs, answerMs } = this.liveness;
    const { connectionString, Client } = connectionTo(this.databaseUrl);
    const client = new Client({
      connectionString,
      application_name: 'switchyard-bus-listener',
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    const ended = new Promise<void>((resolve, reject) => client.once('error', reject).once('end', resolve));
    ended.catch(() => undefined);
    client.on('notification', ({ payload = '' }) => {
      this.subscriptions.deliverAll(payload, packetStart(payload));
    });
    this.client = client;
    const probe = setInterval(() => void client.query('select 1').catch(() => client.end()), probeEveryMs);
    try {
      // A client that is ended while it connects never settles `connect()`.
      await Promise.race([client.connect(), ended]);
      await client.query(`listen ${postgresChannel}`);
      onListening();
      await ended;
    } finally {
      clearInterval(probe);
      client.on('error', () => undefined);
      client.end().catch(() => undefined);
    }
  }
}
