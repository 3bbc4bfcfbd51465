import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@switchyard/stack';
import { startChildService } from './child-service.js';
import { serviceDirectory } from './service-directory.js';

const exec = promisify(execFile);

/** The installation makes it. */
const DATABASE = 'test';

/** A MariaDB server of its own on a free port of 127.0.0.1. */
export interface TestMariadb {
  port: number;
  /** Who may do everything, without a password, and an empty database of theirs. */
  user: string;
  database: string;
  /** Runs SQL, whose identifiers stand in double quotes. */
  run(sql: string): Promise<void>;
  /** Ends it and removes its directory. Call in `afterAll`. */
  remove(): Promise<void>;
}

/** Needs Debian's mariadb-server. */
export async function startMariadb(): Promise<TestMariadb> {
  const directory = await serviceDirectory('mariadb');
  const port = await freePort();
  const data = join(directory.path, 'data');
  const options = ['--no-defaults', `--datadir=${data}`, ...(process.getuid?.() === 0 ? ['--user=root'] : [])];
  await exec('mariadb-install-db', [...options, '--auth-root-authentication-method=normal']);
  const socket = join(directory.path, 'socket');
  const place = [
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${socket}`,
    '--innodb-flush-log-at-trx-commit=0',
  ];
  const server = await startChildService('/usr/sbin/mariadbd', [...options, ...place], port);
  directory.guard(server.pid);
  const runSql = async (sql: string): Promise<void> => {
    const client = ['--no-defaults', `--socket=${socket}`, '--user=root', '--default-character-set=utf8mb4'];
    const running = exec('mariadb', [...client, '--init-command', `set sql_mode = 'ANSI_QUOTES'`, DATABASE]);
    // An argument has a most length.
    running.child.stdin?.end(sql);
    await running;
  };
  await runSql(`alter database ${DATABASE} character set utf8mb4`);
  return {
    port,
    user: 'root',
    database: DATABASE,
    run: runSql,
    async remove() {
      await server.end('SIGKILL');
      await directory.remove();
    },
  };
}
