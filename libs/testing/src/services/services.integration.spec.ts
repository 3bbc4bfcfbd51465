import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from './eventually.js';
import { createGitRepository } from './git-repository.js';
import { startPostgres } from './postgres.js';
import { startRedis } from './redis.js';
import { serviceDirectory } from './service-directory.js';
import { createSshKey, startSshd, type SshServerOptions } from './ssh-server.js';

const run = promisify(execFile);
const cleanups: (() => Promise<void>)[] = [];

function owned<T extends { remove(): Promise<void> }>(service: T): T {
  cleanups.push(() => service.remove());
  return service;
}

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) {
    await cleanup();
  }
});

/** One Redis command and the first line of its answer. */
function redis(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(`${command}\r\n`));
    socket.once('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().trim());
    });
  });
}

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('startRedis', () => {
  it.each([
    [true, '$5\r\nvalue'],
    [false, '$-1'],
  ])(
    'should come back on its port after a kill, with data only when it is append-only (%s)',
    async (appendOnly, kept) => {
      const server = owned(await startRedis({ appendOnly }));
      expect(await redis(server.port, 'SET name value')).toBe('+OK');
      await server.kill();
      await expect(redis(server.port, 'PING')).rejects.toThrow('ECONNREFUSED');
      await server.restart();
      // It answers as soon as it listens, with LOADING until it has read its file.
      await eventually(async () => !(await redis(server.port, 'GET name')).startsWith('-LOADING'));
      expect(await redis(server.port, 'GET name')).toBe(kept);
    },
  );
});

describe('startPostgres', () => {
  it('should come back at the same address with its data after a stop and after a kill', async () => {
    const server = owned(await startPostgres());
    await query(server.url, 'create table mark as select 7 as value');
    await server.stop();
    await expect(query(server.url, 'select 1')).rejects.toThrow();
    await server.restart();
    await server.kill();
    await server.restart();
    expect(await query(server.url, 'select value from mark')).toEqual([{ value: 7 }]);
  });
});

describe('createGitRepository', () => {
  it('should hold what was committed, on every branch', async () => {
    const repository = owned(await createGitRepository({ 'site.yml': '- hosts: all\n', 'roles/a.txt': 'a' }));
    const first = repository.head;
    const second = await repository.commit({ 'site.yml': null, 'b.txt': 'b' }, { branch: 'next', message: 'Second' });
    expect(second).toMatch(/^[0-9a-f]{40}$/);
    expect(await repository.git('ls-tree', '-r', '--name-only', 'next')).toBe('b.txt\nroles/a.txt');
    expect(await repository.git('rev-parse', 'main')).toBe(first);
    expect(await repository.git('log', '-1', '--format=%s', 'next')).toBe('Second');
  });

  it('should be usable as a URL', async () => {
    const repository = owned(await createGitRepository({ 'a.txt': 'content' }));
    const { path } = owned(await serviceDirectory('clone'));
    await run('git', ['clone', '--quiet', repository.path, join(path, 'clone')]);
    expect(await readFile(join(path, 'clone/a.txt'), 'utf8')).toBe('content');
  });
});

describe('startSshd', () => {
  const strict = ['-o', 'StrictHostKeyChecking=yes', '-o', 'IdentitiesOnly=yes', '-F', '/dev/null'];

  async function session(options: SshServerOptions) {
    const server = owned(await startSshd(options));
    const { path } = owned(await serviceDirectory('ssh-client'));
    await writeFile(join(path, 'known_hosts'), server.knownHosts);
    const common = [...strict, '-o', `UserKnownHostsFile=${join(path, 'known_hosts')}`, '-p', String(server.port)];
    return { server, path, common };
  }

  it('should accept an authorized key and no other', async () => {
    const [known, unknown] = await Promise.all([createSshKey(), createSshKey({ type: 'rsa' })]);
    const { server, path, common } = await session({ authorizedKeys: [known.publicKey] });
    const login = async (privateKey: string) => {
      await writeFile(join(path, 'key'), privateKey, { mode: 0o600 });
      const args = [
        ...common,
        '-o',
        'BatchMode=yes',
        '-i',
        join(path, 'key'),
        `${server.user}@${server.host}`,
        'echo hello',
      ];
      return (await run('ssh', args)).stdout;
    };
    expect(await login(known.privateKey)).toBe('hello\n');
    await expect(login(unknown.privateKey)).rejects.toThrow('Permission denied');
  });

  it('should let in a user of its own with the password, and leave the accounts of the machine alone', async () => {
    const before = await readFile('/etc/passwd', 'utf8');
    const { server, common } = await session({ passwordLogin: { user: 'deploy', password: 'correct horse' } });
    const login = async (password: string) => {
      const args = [
        '-p',
        password,
        'ssh',
        ...common,
        '-o',
        'PreferredAuthentications=password',
        `deploy@${server.host}`,
        'whoami',
      ];
      return (await run('sshpass', args)).stdout;
    };
    expect(await login('correct horse')).toBe('deploy\n');
    await expect(login('wrong')).rejects.toThrow();
    expect(await readFile('/etc/passwd', 'utf8')).toBe(before);
  });
});
