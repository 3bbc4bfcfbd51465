import { messageOf } from '@switchyard/concurrency';
import pg from 'pg';
import type { Server } from './server-list.js';

/** Within which a server has to say whether it takes writes, in milliseconds. */
const PATIENCE_MS = 3_000;

/** None of the servers takes writes. */
export class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError';

  /** @param reasons why each does not, in their order */
  constructor(servers: readonly Server[], reasons: readonly string[]) {
    const each = servers.map(({ host, port }, i) => `${host}:${port} ${reasons[i]}`);
    super(`No PostgreSQL server takes writes: ${each.join('; ')}`);
  }
}

/** Finds the first of several servers that takes writes, and keeps to it until a connection to it fails or ends. */
export class PrimaryFinder {
  private found: Promise<Server> | null = null;

  /** @param config of a connection, but for its server */
  constructor(
    private readonly servers: readonly Server[],
    private readonly config: pg.ClientConfig,
  ) {}

  /** @throws NoPrimaryError */
  find(): Promise<Server> {
    if (this.found === null) {
      this.found = this.look();
      this.found.catch(() => this.forget());
    }
    return this.found;
  }

  /** The next connection looks at all of them again. */
  forget(): void {
    this.found = null;
  }

  /** All are asked at once; the first in order is taken, so that processes agree. */
  private async look(): Promise<Server> {
    const answers = await Promise.all(this.servers.map((server) => this.refusal(server)));
    const primary = this.servers.find((_, i) => answers[i] === null);
    if (!primary) {
      throw new NoPrimaryError(this.servers, answers.map(String));
    }
    return primary;
  }

  /** Why the server takes no writes; null = it does. */
  private async refusal(server: Server): Promise<string | null> {
    const client = new pg.Client({ ...this.config, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS });
    client.on('error', () => undefined);
    try {
      Object.assign(client, server);
      await client.connect();
      return (await isReadOnly(client)) ? 'is read-only' : null;
    } catch (error) {
      return `cannot be reached: ${messageOf(error)}`;
    } finally {
      client.end().catch(() => undefined);
    }
  }
}

/** As `target_session_attrs=read-write` of libpq. */
export async function isReadOnly(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ value: string }>(`select current_setting('transaction_read_only') as value`);
  return rows[0]?.value !== 'off';
}
