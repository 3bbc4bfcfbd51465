import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@switchyard/stack';
import { startChildService } from './child-service.js';
import { serviceDirectory } from './service-directory.js';

const run = promisify(execFile);

export interface SshServerOptions {
  /** Public keys, one line each, that may log in as every user. */
  authorizedKeys?: string[];
  /** A user that exists inside of this server alone and logs in with a password. Needs Linux and root. */
  passwordLogin?: { user: string; password: string };
}

/** An OpenSSH server on a free port of 127.0.0.1 with a host key of its own. */
export interface TestSshServer {
  host: string;
  port: number;
  /** Who logs in with an authorized key: the user that runs the tests. */
  user: string;
  /** Its line of a `known_hosts` file. */
  knownHosts: string;
  /** Ends it and removes its directory. Call in `afterAll`. */
  remove(): Promise<void>;
}

/** An OpenSSH key pair; the private key in OpenSSH's own form. */
export interface SshKeyPair {
  privateKey: string;
  publicKey: string;
}

export interface SshKeyOptions {
  type?: 'ed25519' | 'rsa' | 'ecdsa';
  passphrase?: string;
}

export async function createSshKey({ type = 'ed25519', passphrase = '' }: SshKeyOptions = {}): Promise<SshKeyPair> {
  const directory = await serviceDirectory('ssh-key');
  const path = join(directory.path, 'key');
  try {
    await run('ssh-keygen', ['-q', '-t', type, '-N', passphrase, '-C', 'test', '-f', path]);
    const [privateKey, publicKey] = await Promise.all([readFile(path, 'utf8'), readFile(`${path}.pub`, 'utf8')]);
    return { privateKey, publicKey: publicKey.trim() };
  } finally {
    await directory.remove();
  }
}

export async function startSshd({ authorizedKeys = [], passwordLogin }: SshServerOptions = {}): Promise<TestSshServer> {
  const directory = await serviceDirectory('sshd');
  const [port, hostKey] = await Promise.all([freePort(), createSshKey()]);
  const file = (name: string) => join(directory.path, name);
  await writeFile(file('host_key'), hostKey.privateKey, { mode: 0o600 });
  await writeFile(file('authorized_keys'), `${authorizedKeys.join('\n')}\n`);
  await writeFile(file('config'), serverConfig(directory.path, port));
  // Where sshd, started as root, looks for the directory it locks its unprivileged part into.
  await mkdir('/run/sshd', { recursive: true }).catch(() => undefined);
  const command = ['/usr/sbin/sshd', '-D', '-e', '-f', file('config')];
  if (passwordLogin) {
    await writeAccounts(directory.path, passwordLogin.user, passwordLogin.password);
    command.unshift('unshare', '--mount', 'sh', '-c', bindAccounts, 'sh', directory.path);
  }
  const [program = '', ...args] = command;
  const server = await startChildService(program, args, port);
  directory.guard(server.pid);
  return {
    host: '127.0.0.1',
    port,
    user: userInfo().username,
    knownHosts: `[127.0.0.1]:${port} ${hostKey.publicKey}`,
    async remove() {
      await server.end('SIGKILL');
      await directory.remove();
    },
  };
}

/** Without PAM sshd reads the account files itself; `$1` holds the ones to show it instead of the machine's. */
const bindAccounts =
  'mount --bind "$1/passwd" /etc/passwd && mount --bind "$1/shadow" /etc/shadow && shift && exec "$@"';

function serverConfig(directory: string, port: number): string {
  return [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${directory}/host_key`,
    `AuthorizedKeysFile ${directory}/authorized_keys`,
    'PidFile none',
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    'Subsystem sftp internal-sftp',
    '',
  ].join('\n');
}

/** Copies of the machine's account files with one more user, whose number no other one has. */
async function writeAccounts(directory: string, user: string, password: string): Promise<void> {
  const uid = 61_184;
  const home = join(directory, 'home');
  await mkdir(home);
  await chown(home, uid, uid);
  const { stdout: hash } = await run('openssl', ['passwd', '-6', password]);
  const accounts = {
    passwd: `${user}:x:${uid}:${uid}::${home}:/bin/sh`,
    shadow: `${user}:${hash.trim()}:19000:0:99999:7:::`,
  };
  for (const [name, line] of Object.entries(accounts)) {
    const machine = await readFile(`/etc/${name}`, 'utf8');
    const others = machine.split('\n').filter((entry) => entry !== '' && !entry.startsWith(`${user}:`));
    await writeFile(join(directory, name), `${[...others, line].join('\n')}\n`, {
      mode: name === 'shadow' ? 0o600 : 0o644,
    });
  }
}
