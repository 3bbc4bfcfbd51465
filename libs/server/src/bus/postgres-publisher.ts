import { connectionTo } from '@switchyard/postgres';
import type pg from 'pg';
import type { BusMessage } from './publish-buffer.js';
import { packets } from './packet.js';
import { notification, postgresChannel } from './postgres-channel.js';
import type { Liveness } from './liveness.js';

/** PostgreSQL takes notifications below 8000 bytes (NOTIFY); this leaves room for the place. */
const MAX_PACKET_BYTES = 7_990;

/**
 * Sends notifications over a connection of its own, many in one statement. The commit does not wait for the disk:
 * a notification need not survive a crash.
 */
export class PostgresPublisher {
  private client: pg.Client | undefined;

  constructor(
    private readonly databaseUrl: string,
    private readonly liveness: Liveness,
  ) {}

  /** Rejects when the connection is lost; the next call makes another one. */
  async send(batch: BusMessage[]): Promise<void> {
    const client = this.client ?? (await this.connect());
    const notifications = [...packets(batch, MAX_PACKET_BYTES)].map(notification);
    try {
      await client.query({
        name: 'notify',
        text: 'select pg_notify($1, payload) from unnest($2::text[]) with ordinality as m(payload, place) order by place',
        values: [postgresChannel, notifications],
      });
    } catch (error) {
      this.drop(client);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<pg.Client> {
    const { connectionString, Client } = connectionTo(this.databaseUrl);
    const client = new Client({
      connectionString,
      application_name: 'switchyard-bus-publisher',
      options: '-c synchronous_commit=off',
      keepAlive: true,
      connectionTimeoutMillis: this.liveness.answerMs,
      query_timeout: this.liveness.answerMs,
    });
    client.on('error', () => this.drop(client));
    await client.connect();
    this.client = client;
    return client;
  }

  private drop(client: pg.Client): void {
    if (this.client === client) {
      this.client = undefined;
    }
    client.end().catch(() => undefined);
  }
}
