import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { freePort } from '../process/free-port.js';
import { isRunning } from '../process/process-info.js';
import { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres.js';

describe('startEmbeddedPostgres', () => {
  let dataDir: string;
  let servers: EmbeddedPostgres[];

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'switchyard-postgres-'));
    servers = [];
  });

  afterEach(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir, fast: true, ...options });
    servers.push(server);
    return server;
  }

  async function query(server: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(sql);
    await client.end();
    return rows;
  }

  it('should keep the data when it is stopped and started again', async () => {
    const first = await start();
    await query(first, 'create table kept as select 42 as answer');
    await first.stop();
    expect(isRunning(first.pid)).toBe(false);
    const second = await start();
    expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('should keep the data when the directory can be entered by other users and later cannot', async () => {
    for (const [mode, answer] of [
      [0o711, 1],
      [0o700, 2],
      [0o711, 3],
    ] as const) {
      chmodSync(dataDir, mode);
      const server = await start();
      await query(server, 'create table if not exists starts (at timestamptz default now())');
      await query(server, 'insert into starts default values');
      expect(await query(server, 'select count(*)::int as count from starts')).toEqual([{ count: answer }]);
      await server.stop();
    }
  });

  it('should adopt the server that runs on the directory already', async () => {
    const first = await start();
    const second = await start();
    expect(second).toMatchObject({ adopted: true, pid: first.pid, port: first.port, url: first.url });
  });

  it('should recover when the server was killed, with what was committed', async () => {
    const first = await start({ fast: false });
    await query(first, 'create table kept as select 42 as answer');
    await first.kill();
    await first.exited();
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('should start when the pid in a stale postmaster.pid belongs to another program', async () => {
    const first = await start();
    const pidFile = join(dataDir, 'cluster/postmaster.pid');
    const content = readFileSync(pidFile, 'utf8');
    await first.kill();
    const owner = statSync(join(dataDir, 'cluster')).uid;
    const stranger = spawn('sleep', ['60'], { uid: owner, cwd: '/' });
    writeFileSync(pidFile, content.replace(String(first.pid), String(stranger.pid)));
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(stranger.exitCode).toBeNull();
    stranger.kill();
  });

  it('should start over when the creation of the cluster was cut short', async () => {
    const first = await start();
    await first.stop();
    rmSync(join(dataDir, 'cluster'), { recursive: true });
    writeFileSync(join(dataDir, 'cluster.new'), 'left behind');
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('should listen on the port and with the settings it is given', async () => {
    const port = await freePort();
    const server = await start({ port, settings: { max_connections: '37' } });
    expect(server.port).toBe(port);
    expect(await query(server, 'show max_connections')).toEqual([{ max_connections: '37' }]);
  });

  it('should have no processes for replication and for reading ahead', async () => {
    const types = await query(
      await start(),
      "select distinct backend_type as type from pg_stat_activity where backend_type <> 'autovacuum worker' order by 1",
    );
    expect(types.map(({ type }) => type)).toEqual([
      'autovacuum launcher',
      'background writer',
      'checkpointer',
      'client backend',
      'walwriter',
    ]);
  });

  it('should refuse a wrong password', async () => {
    const server = await start();
    const url = new URL(server.url);
    url.password = 'wrong';
    const client = new pg.Client({ connectionString: url.href });
    await expect(client.connect()).rejects.toThrow(/password authentication failed/);
  });

  it('should be reached by nothing but a private socket when it is hidden, also when it is adopted', async () => {
    chmodSync(dataDir, 0o711);
    const server = await start({ hidden: true });
    await expect(query({ ...server, url: server.url.replace(/@.*:/, '@127.0.0.1:') }, 'select 1')).rejects.toThrow(
      /ECONNREFUSED/,
    );
    expect(await query(server, 'select inet_client_addr() as address')).toEqual([{ address: null }]);
    expect(statSync(join(dataDir, 'socket')).mode & 0o777).toBe(0o700);
    expect((await start()).url).toBe(server.url);
  });

  it('should require the password', async () => {
    const server = await start({ hidden: true });
    const url = server.url.replace(/:[^:@]+@/, ':guessed@');
    await expect(query({ ...server, url }, 'select 1')).rejects.toThrow(/password authentication failed/);
  });
});
