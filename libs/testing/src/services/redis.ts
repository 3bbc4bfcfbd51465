import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@switchyard/stack';
import { startChildService, type ChildService } from './child-service.js';
import { serviceDirectory } from './service-directory.js';

export interface RedisOptions {
  /** Keep the data over a restart (append-only file, every write synced). Default: memory alone. */
  appendOnly?: boolean;
  /** It is a Sentinel, or a node of a cluster, and keeps nothing. */
  mode?: 'sentinel' | 'cluster';
  /** Files of its key and certificate: it speaks TLS alone. */
  tls?: { key: string; certificate: string };
}

/** A Redis server of its own on a free port. */
export interface TestRedis {
  url: string;
  port: number;
  /** Process id of the server that runs now. */
  readonly pid: number;
  /** False while it is stopped, and after an end that nobody requested. */
  readonly running: boolean;
  /** Orderly end; `restart` brings it back on the same port. */
  stop(): Promise<void>;
  /** SIGKILL, as a crash would do. */
  kill(): Promise<void>;
  /** Ends it if it runs and starts it again on the same port. */
  restart(): Promise<void>;
  /** Ends it and removes its directory. Call in `afterAll`. */
  remove(): Promise<void>;
}

export async function startRedis({ appendOnly = false, tls, mode }: RedisOptions = {}): Promise<TestRedis> {
  const directory = await serviceDirectory('redis');
  const port = await freePort();
  const args = ['--port', tls ? '0' : String(port), '--bind', '127.0.0.1', '--dir', directory.path, '--save', ''];
  args.push('--appendonly', appendOnly ? 'yes' : 'no', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction');
  args.push(...(tls ? ['--tls-port', String(port), '--tls-cert-file', tls.certificate] : []));
  args.push(...(tls ? ['--tls-key-file', tls.key, '--tls-auth-clients', 'no'] : []));
  if (mode === 'sentinel') {
    const file = join(directory.path, 'sentinel.conf');
    await writeFile(file, `port ${port}\nbind 127.0.0.1\ndir ${directory.path}\n`);
    args.splice(0, args.length, file, '--sentinel');
  }
  args.push(...(mode === 'cluster' ? ['--cluster-enabled', 'yes'] : []));
  let server: ChildService | undefined;
  const start = async () => {
    server = await startChildService('redis-server', args, port);
    directory.guard(server.pid);
  };
  const end = async (signal: NodeJS.Signals) => {
    await server?.end(signal);
    directory.guard(0);
  };
  await start();
  return {
    url: `${tls ? 'rediss' : 'redis'}://127.0.0.1:${port}`,
    port,
    get pid() {
      return server?.pid ?? 0;
    },
    get running() {
      return server?.running ?? false;
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async restart() {
      await end('SIGTERM');
      await start();
    },
    async remove() {
      await end('SIGKILL');
      await directory.remove();
    },
  };
}
