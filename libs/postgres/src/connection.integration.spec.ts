import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, type PostgresPair, startPostgres, startPostgresPair, startTcpProxy } from '@switchyard/testing';
import pg from 'pg';
import { connectionTo } from './connection.js';

const closings: (() => Promise<unknown>)[] = [];

function poolOf(url: string, config: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ ...connectionTo(url), ...config });
  pool.on('error', () => undefined);
  closings.push(() => pool.end());
  return pool;
}

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) {
    await close();
  }
});

const portOf = async (pool: pg.Pool): Promise<unknown> => {
  const { rows } = await pool.query<{ port: number }>('select inet_server_port() as port');
  return rows[0]?.port;
};

describe('connections to one of several servers', () => {
  let pair: PostgresPair;

  beforeAll(async () => {
    pair = await startPostgresPair();
  });
  afterAll(() => pair.remove());

  const reversed = (): string => pair.url.replace(/:(\d+),127\.0\.0\.1:(\d+)/, ':$2,127.0.0.1:$1');

  it('should go to the server that takes writes, wherever it stands in the list', async () => {
    expect(await portOf(poolOf(pair.url))).toBe(pair.primary.port);
    expect(await portOf(poolOf(reversed()))).toBe(pair.primary.port);
  });

  it('should go to the promoted standby once the primary is gone, by the pool and the client that were connected', async () => {
    const pool = poolOf(pair.url);
    expect(await portOf(pool)).toBe(pair.primary.port);
    await pair.primary.kill();
    // A connection that was open, and the next one to the same server, fail by their own words.
    await eventually(() =>
      expect(portOf(pool)).rejects.toThrow(
        `No PostgreSQL server takes writes: 127.0.0.1:${pair.primary.port} cannot be reached: `,
      ),
    );
    await expect(portOf(pool)).rejects.toThrow(`127.0.0.1:${pair.standby.port} is read-only`);
    await pair.promote();
    await eventually(async () => expect(await portOf(pool)).toBe(pair.standby.port));
    const { Client, connectionString } = connectionTo(pair.url);
    const client = new Client({ connectionString });
    await client.connect();
    closings.push(() => client.end());
    await client.query('create table written ()');
  });
});

describe('a fail-over', () => {
  it('should be followed by the first new connection, once those to the server before have ended', async () => {
    const pair = await startPostgresPair();
    closings.push(() => pair.remove());
    const pool = poolOf(pair.url);
    expect(await portOf(pool)).toBe(pair.primary.port);
    await pair.primary.kill();
    await pair.promote();
    await eventually(() => expect(pool.totalCount).toBe(0));
    expect(await portOf(pool)).toBe(pair.standby.port);
  });
});

describe('a connection whose server falls silent', () => {
  it('should end with the statement that has no answer in time, so that the pool opens another', async () => {
    const server = await startPostgres();
    closings.push(() => server.remove());
    const proxy = await startTcpProxy(server.port);
    closings.push(() => proxy.close());
    const url = new URL(server.url);
    url.port = String(proxy.port);
    const pool = poolOf(url.href, { max: 1, query_timeout: 1_000 });
    const client = await pool.connect();
    proxy.silence();
    await expect(client.query('select 1')).rejects.toThrow('Query read timeout');
    client.release();
    expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  });
});
