import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Credential } from '@switchyard/contracts';
import { openWorkspace } from '../attempt/workspace.js';
import { startGitHttpServer, type GitHttpServer } from '../testing/git-http-server.js';
import { commitFiles, git, makeRepository } from '../testing/git-repository.js';
import { exampleJob, makeTestArea, NO_KEY, recordAttempt } from '../testing/recorded-attempt.js';
import { makeKey, startSshServer, type SshServer } from '../testing/ssh-server.js';
import { checkOut } from './checkout.js';

const area = makeTestArea();
const PASSWORD = 'p@ss "word" $(id)';
const PASSPHRASE = 'correct horse';
const kinds: Record<string, string[]> = {
  ed25519: ['-t', 'ed25519'],
  rsa: ['-t', 'rsa', '-b', '2048'],
  'rsa in PEM form': ['-t', 'rsa', '-b', '2048', '-m', 'PEM'],
  'ecdsa 256': ['-t', 'ecdsa', '-b', '256'],
  'ecdsa 521 in PKCS#8 form': ['-t', 'ecdsa', '-b', '521', '-m', 'PKCS8'],
};
const keys: Record<string, string> = {};
let locked = '';
let web: GitHttpServer;
let ssh: SshServer;

beforeAll(async () => {
  const source = makeRepository(area.path('source'), { 'file.txt': 'private' });
  git(area.dir, 'clone', '--quiet', '--bare', source, 'web.git');
  git(area.path('web.git'), 'update-server-info');
  web = await startGitHttpServer(area.dir, 'ada', PASSWORD);
  const made = Object.entries(kinds).map(([kind, options]) => ({
    kind,
    ...makeKey(area.dir, kind.replaceAll(/\W/g, ''), options),
  }));
  made.forEach(({ kind, privateKey }) => (keys[kind] = privateKey));
  const withPassphrase = makeKey(area.dir, 'locked', ['-t', 'ed25519'], PASSPHRASE);
  locked = withPassphrase.privateKey;
  ssh = await startSshServer(
    area.path('sshd'),
    [...made, withPassphrase].map(({ publicKey }) => publicKey),
  );
});

afterAll(async () => {
  await Promise.all([web.stop(), ssh.stop()]);
  area.remove();
});

async function check(url: string, key: Credential, projectId = 1) {
  const repository = { id: 1, name: 'R', url, branch: 'main', commit: null, key };
  const attempt = recordAttempt(area, exampleJob(url, { repository, project_id: projectId }));
  const workspace = await openWorkspace(attempt.context);
  try {
    const { dir } = await checkOut(attempt.context, workspace, repository, 'repository');
    return { dir, text: readFileSync(join(dir, 'file.txt'), 'utf8'), attempt };
  } finally {
    await workspace.close();
  }
}

const sshUrl = () => `ssh://${ssh.user}@127.0.0.1:${ssh.port}${area.path('web.git')}`;
const sshKey = (private_key: string, passphrase = ''): Credential => ({
  type: 'ssh',
  login: '',
  passphrase,
  private_key,
});
const password = (text: string): Credential => ({ type: 'login_password', login: 'ada', password: text });

/** Every file below a directory, with its content. */
function filesBelow(dir: string): { path: string; content: string }[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, content: readFileSync(path, 'latin1') }));
}

describe('a repository that wants a password', () => {
  it('should be checked out without leaving the password in any file', async () => {
    expect((await check(`${web.origin}/web.git`, password(PASSWORD))).text).toBe('private');
    const leaks = filesBelow(area.dir).filter(({ content }) => content.includes(PASSWORD));
    expect(leaks).toEqual([]);
  });

  it('should name the server that it leads to, which never gets the password', async () => {
    const old = createServer(({ url = '' }, response) =>
      response.writeHead(301, { location: `${web.origin}${url}` }).end(),
    );
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(old.address() as AddressInfo).port}`;
    web.authorizations.clear();
    const moved = new RegExp(`${origin}/web.git leads to ${web.origin}, for which there are no credentials$`);
    await expect(check(`${origin}/web.git`, password(PASSWORD), 9)).rejects.toThrow(moved);
    expect([...web.authorizations]).toEqual(['']);
    old.close();
  });

  it('should take user name and password from the address without keeping them', async () => {
    const url = `${web.origin.replace('://', `://ada:${encodeURIComponent(PASSWORD)}@`)}/web.git`;
    expect((await check(url, NO_KEY, 2)).text).toBe('private');
    const leaks = filesBelow(area.dir).filter(({ content }) => content.includes(encodeURIComponent(PASSWORD)));
    expect(leaks).toEqual([]);
  });

  it.each([
    ['a wrong password', password('wrong'), 'refused the key'],
    ['no key', NO_KEY, 'requires credentials'],
  ])('should report that there is %s, also when a mirror is there', async (_what, key, message) => {
    await expect(check(`${web.origin}/web.git`, key)).rejects.toThrow(message);
  });

  it('should report a wrong address', async () => {
    await expect(check(`${web.origin}/none.git`, password(PASSWORD))).rejects.toThrow('does not exist');
  });

  it('should not get the password of another host through a submodule', async () => {
    const other = await startGitHttpServer(area.dir, 'nobody', 'nothing');
    const host = makeRepository(area.path('host'), { 'file.txt': 'x' });
    writeFileSync(join(host, '.gitmodules'), `[submodule "s"]\n\tpath = s\n\turl = ${other.origin}/web.git\n`);
    mkdirSync(join(host, 's'));
    git(host, 'update-index', '--add', '--cacheinfo', `160000,${git(host, 'rev-parse', 'HEAD')},s`);
    commitFiles(host, {}, 'Submodule');
    git(area.dir, 'clone', '--quiet', '--bare', host, 'host.git');
    git(area.path('host.git'), 'update-server-info');
    await expect(check(`${web.origin}/host.git`, password(PASSWORD))).rejects.toMatchObject({
      problem: { code: 'git_credentials', params: { url: `${other.origin}/web.git` } },
    });
    expect([...other.authorizations]).toEqual(['']);
    await other.stop();
  });
});

describe('a repository behind ssh', () => {
  it.each(Object.keys(kinds))('should let in a key of the kind %s', async (kind) => {
    expect((await check(sshUrl(), sshKey(keys[kind] ?? ''))).text).toBe('private');
  });

  it('should let in a key with a passphrase and with Windows line ends', async () => {
    expect((await check(sshUrl(), sshKey(`\n${locked.replaceAll('\n', '\r\n')} `, PASSPHRASE))).text).toBe('private');
  });

  it.each([
    ['the wrong passphrase', () => sshKey(locked, 'wrong'), 'The passphrase of the SSH key of the repository is wrong'],
    ['no passphrase', () => sshKey(locked), 'The SSH key of the repository needs a passphrase'],
    ['rubbish', () => sshKey('rubbish'), 'is not a private key that can be read'],
    ['a foreign key', () => sshKey(makeKey(area.dir, 'foreign', ['-t', 'ed25519']).privateKey), 'refused the key'],
    ['no key', () => NO_KEY, 'refused the key'],
  ])('should report that it got %s', async (_what, key, message) => {
    await expect(check(sshUrl(), key())).rejects.toThrow(message);
  });

  it('should report that the server has another host key than before', async () => {
    await check(sshUrl(), sshKey(ssh.privateKey));
    const known = area.path('cache', 'known_hosts');
    const before = readFileSync(known, 'utf8');
    const { publicKey } = makeKey(area.dir, 'other-host', ['-t', 'ed25519']);
    writeFileSync(known, `[127.0.0.1]:${ssh.port} ${publicKey}`);
    await expect(check(sshUrl(), sshKey(ssh.privateKey))).rejects.toThrow('another host key');
    writeFileSync(known, before);
  });

  it('should log in as the address of a submodule names it, whatever login the key has', async () => {
    const host = makeRepository(area.path('outer'), { 'file.txt': 'outer' });
    const inner = git(area.path('web.git'), 'rev-parse', 'HEAD');
    const foreign = sshUrl().replace(`${ssh.user}@`, 'nobody-here@');
    writeFileSync(join(host, '.gitmodules'), `[submodule "s"]\n\tpath = s\n\turl = ${foreign}\n`);
    mkdirSync(join(host, 's'));
    git(host, 'update-index', '--add', '--cacheinfo', `160000,${inner},s`);
    commitFiles(host, {}, 'Submodule');
    git(area.dir, 'clone', '--quiet', '--bare', host, 'outer.git');
    const key = { ...sshKey(ssh.privateKey), login: ssh.user } as Credential;
    await expect(check(`ssh://127.0.0.1:${ssh.port}${area.path('outer.git')}`, key)).rejects.toMatchObject({
      problem: { code: 'git_refused', params: { url: foreign } },
    });
    expect((await check(sshUrl().replace(`${ssh.user}@`, ''), key)).text).toBe('private');
  });

  it('should keep agent sockets for this user alone', async () => {
    const attempt = recordAttempt(area, exampleJob(sshUrl()));
    const workspace = await openWorkspace(attempt.context);
    const { openAgent } = await import('../credentials/open-agent.js');
    const agent = await openAgent(
      workspace,
      { ...(sshKey(ssh.privateKey) as Extract<Credential, { type: 'ssh' }>) },
      'x',
    );
    expect(statSync(agent.socketPath).mode & 0o777).toBe(0o600);
    await workspace.close();
    expect(() => statSync(agent.socketPath)).toThrow('ENOENT');
  });
});
