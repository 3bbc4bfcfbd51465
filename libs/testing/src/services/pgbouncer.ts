import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@switchyard/stack';
import { startChildService } from './child-service.js';
import { serviceDirectory } from './service-directory.js';

/** Debian's PgBouncer in front of a PostgreSQL server. */
export interface TestPgBouncer {
  /** The given URL, through the pooler. */
  url: string;
  /** Ends it and removes its directory. Call in `afterAll`. */
  remove(): Promise<void>;
}

/** @param databaseUrl of any database of the server; every other one can be reached by the same port */
export async function startPgBouncer(databaseUrl: string, mode: 'session' | 'transaction'): Promise<TestPgBouncer> {
  const directory = await serviceDirectory('pgbouncer');
  const port = await freePort();
  const target = new URL(databaseUrl);
  const settings = join(directory.path, 'pgbouncer.ini');
  const password = decodeURIComponent(target.password);
  const members = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    default_pool_size: 60,
    max_client_conn: 200,
  };
  const server = `host=${target.hostname} port=${target.port} user=${target.username}${password ? ` password=${password}` : ''}`;
  const lines = Object.entries(members).map(([name, value]) => `${name} = ${value}\n`);
  await writeFile(settings, `[databases]\n* = ${server}\n[pgbouncer]\n${lines.join('')}`);
  // It refuses to run as root.
  const asRoot = process.getuid?.() === 0;
  if (asRoot) {
    await chmod(directory.path, 0o755);
  }
  const child = await startChildService(
    'pgbouncer',
    ['--quiet', ...(asRoot ? ['--user', 'nobody'] : []), settings],
    port,
  );
  directory.guard(child.pid);
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    async remove() {
      await child.end('SIGKILL');
      await directory.remove();
    },
  };
}
