import { startEmbeddedPostgres, type EmbeddedPostgres } from '@switchyard/stack';
import { serviceDirectory } from './service-directory.js';

/** A PostgreSQL server of its own, for tests that stop or kill it. Others share one, see `createTestDatabase`. */
export interface DedicatedPostgres {
  /** The same over every restart. */
  url: string;
  port: number;
  /** Holds its files. */
  directory: string;
  /** Process id of the server that runs now. */
  readonly pid: number;
  /** Orderly end; `restart` brings it back on the same port. */
  stop(): Promise<void>;
  /** SIGKILL to the server, as a crash would do. */
  kill(): Promise<void>;
  /** Ends it if it runs and starts it again on the same port. */
  restart(): Promise<void>;
  /** Ends it and removes its directory. Call in `afterAll`. */
  remove(): Promise<void>;
}

export interface PostgresOptions {
  /** Keep every committed transaction over a kill of the server, not over a power cut. Default: the last ones may go. */
  durable?: boolean;
  /** Further settings of the server. */
  settings?: Record<string, string>;
  /** Fills the directory of the server before its first start. */
  prepare?: (directory: string) => Promise<void>;
}

export async function startPostgres(options: PostgresOptions = {}): Promise<DedicatedPostgres> {
  const directory = await serviceDirectory('postgres');
  await options.prepare?.(directory.path);
  let server: EmbeddedPostgres | undefined;
  const settings = { ...(options.durable ? { synchronous_commit: 'on' } : {}), ...options.settings };
  const start = async (port?: number) => {
    server = await startEmbeddedPostgres({
      dataDir: directory.path,
      fast: true,
      settings,
      ...(port ? { port } : {}),
    });
    directory.guard(server.pid);
    return server;
  };
  const end = async (how: 'stop' | 'kill') => {
    await server?.[how]();
    directory.guard(0);
  };
  const { url, port } = await start();
  return {
    url,
    port,
    directory: directory.path,
    get pid() {
      return server?.pid ?? 0;
    },
    stop: () => end('stop'),
    kill: () => end('kill'),
    async restart() {
      await end('stop');
      await start(port);
    },
    async remove() {
      await end('stop');
      await directory.remove();
    },
  };
}
