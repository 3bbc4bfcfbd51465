import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startChildService } from './child-service.js';
import { freePort } from './free-port.js';
import { serviceDirectory } from './service-directory.js';

const run = promisify(execFile);

/** A real sshd on loopback that lets the user of this process in with one key. */
export interface TestSshd {
  port: number;
  user: string;
  /** Private key that is let in, OpenSSH form, without passphrase. */
  privateKey: string;
  /** Ends it and removes its directory. Call in `afterAll`. */
  remove(): Promise<void>;
}

export async function startSshd(): Promise<TestSshd> {
  const directory = await serviceDirectory('sshd');
  const inside = (name: string): string => join(directory.path, name);
  const port = await freePort();
  await Promise.all([makeKey(inside('host')), makeKey(inside('client'))]);
  if (userInfo().uid === 0) {
    await mkdir('/run/sshd', { recursive: true });
  }
  await writeFile(inside('sshd.conf'), configuration(inside, port));
  const server = await startChildService('/usr/sbin/sshd', ['-D', '-e', '-f', inside('sshd.conf')], port);
  directory.guard(server.pid);
  return {
    port,
    user: userInfo().username,
    privateKey: await readFile(inside('client'), 'utf8'),
    async remove() {
      await server.end('SIGTERM');
      directory.guard(0);
      await directory.remove();
    },
  };
}

async function makeKey(path: string): Promise<void> {
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path]);
}

function configuration(inside: (name: string) => string, port: number): string {
  return [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${inside('host')}`,
    `AuthorizedKeysFile ${inside('client.pub')}`,
    `PidFile ${inside('sshd.pid')}`,
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    '',
  ].join('\n');
}
