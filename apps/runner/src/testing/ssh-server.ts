import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { freePort } from '@switchyard/testing';

/** A real sshd on loopback that lets this user in with one key. */
export interface SshServer {
  port: number;
  user: string;
  /** Private key that is let in, in OpenSSH form, without passphrase. */
  privateKey: string;
  stop(): Promise<void>;
}

/** Starts sshd; the keys whose public halves lie in `authorized` are let in besides its own. */
export async function startSshServer(dir: string, authorized: readonly string[] = []): Promise<SshServer> {
  mkdirSync(dir, { recursive: true });
  if (userInfo().uid === 0) {
    mkdirSync('/run/sshd', { recursive: true });
  }
  const clientKey = makeKey(dir, 'client', ['-t', 'ed25519']);
  makeKey(dir, 'host', ['-t', 'ed25519']);
  writeFileSync(join(dir, 'authorized'), [clientKey.publicKey, ...authorized].join(''), { mode: 0o600 });
  const port = await freePort();
  writeFileSync(join(dir, 'sshd.conf'), configuration(dir, port));
  const child = spawn(sshdPath(), ['-D', '-e', '-f', join(dir, 'sshd.conf')], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await listening(port);
  const stop = () => {
    child.kill();
    return ended;
  };
  return { port, user: userInfo().username, privateKey: clientKey.privateKey, stop };
}

/** Makes a key pair with ssh-keygen. */
export function makeKey(dir: string, name: string, options: readonly string[], passphrase = '') {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, name);
  execFileSync('ssh-keygen', ['-q', ...options, '-N', passphrase, '-C', name, '-f', path]);
  chmodSync(path, 0o600);
  return { privateKey: readFileSync(path, 'utf8'), publicKey: readFileSync(`${path}.pub`, 'utf8') };
}

function configuration(dir: string, port: number): string {
  return [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(dir, 'host')}`,
    `AuthorizedKeysFile ${join(dir, 'authorized')}`,
    `PidFile ${join(dir, 'sshd.pid')}`,
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    'MaxStartups 100',
    'Subsystem sftp internal-sftp',
    '',
  ].join('\n');
}

function sshdPath(): string {
  return ['/usr/sbin/sshd', '/usr/bin/sshd', '/usr/local/sbin/sshd'].find(existsSync) ?? 'sshd';
}

async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('connect', () => socket.destroy());
      socket.on('error', () => resolve(false));
    });
    if (open) {
      return;
    }
    await delay(25);
  }
  throw new Error(`sshd does not listen on port ${port}`);
}
