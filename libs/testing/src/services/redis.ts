import { freePort } from '@switchyard/stack';
import { startChildService, type ChildService } from './child-service.js';
import { serviceDirectory } from './service-directory.js';

export interface RedisOptions {
  /** Keep the data over a restart (append-only file, every write synced). Default: memory alone. */
  appendOnly?: boolean;
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

export async function startRedis({ appendOnly = false }: RedisOptions = {}): Promise<TestRedis> {
  const directory = await serviceDirectory('redis');
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory.path, '--save', ''];
  args.push('--appendonly', appendOnly ? 'yes' : 'no', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction');
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
    url: `redis://127.0.0.1:${port}`,
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
