import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Credential, JobRepository } from '@switchyard/contracts';
import { createCertificate } from '@switchyard/testing';
import { openWorkspace } from '../attempt/workspace.js';
import { startGitHttpServer, type GitHttpServer } from '../testing/git-http-server.js';
import { commitFiles, git, makeRepository } from '../testing/git-repository.js';
import { exampleJob, makeTestArea, NO_KEY, recordAttempt } from '../testing/recorded-attempt.js';
import { makeKey, startSshServer, type SshServer } from '../testing/ssh-server.js';
import { checkOut } from './checkout.js';

const CONTENT = 'large\n';
const OID = createHash('sha256').update(CONTENT).digest('hex');
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${OID}\nsize ${CONTENT.length}\n`;
const area = makeTestArea();
let web: GitHttpServer;
let secure: GitHttpServer;
let ssh: SshServer;
let certificate = '';

beforeAll(async () => {
  publish('inner', { 'file.txt': 'inner' });
  publish('large', { 'file.txt': 'x', 'a.bin': POINTER, '.gitattributes': '*.bin filter=lfs\n' });
  const files = [area.path('key.pem'), area.path('cert.pem')] as const;
  await createCertificate(...files);
  certificate = readFileSync(files[1], 'utf8');
  const largeFiles = new Map([[OID, CONTENT]]);
  web = await startGitHttpServer(area.dir, 'ada', 'word', { largeFiles });
  const tls = { key: readFileSync(files[0], 'utf8'), cert: certificate };
  secure = await startGitHttpServer(area.dir, 'ada', 'word', { tls, largeFiles });
  ssh = await startSshServer(area.path('sshd'));
});
afterAll(async () => {
  await Promise.all([web.stop(), secure.stop(), ssh.stop()]);
  area.remove();
});

/** A bare repository that both kinds of servers hand out. */
function publish(name: string, files: Record<string, string>, submodule = ''): void {
  const source = makeRepository(area.path('sources', name), files);
  if (submodule !== '') {
    const hash = git(area.path('inner.git'), 'rev-parse', 'HEAD');
    writeFileSync(join(source, '.gitmodules'), `[submodule "s"]\n\tpath = s\n\turl = ${submodule}\n`);
    mkdirSync(join(source, 's'));
    git(source, 'update-index', '--add', '--cacheinfo', `160000,${hash},s`);
    commitFiles(source, {}, 'Submodule');
  }
  git(area.dir, 'clone', '--quiet', '--bare', source, `${name}.git`);
  git(area.path(`${name}.git`), 'update-server-info');
}

async function check(part: Partial<JobRepository> & { url: string }) {
  const repository = { id: 1, name: 'R', branch: 'main', commit: null, key: NO_KEY, ...part };
  const attempt = recordAttempt(area, exampleJob(part.url, { repository }));
  attempt.context.gitPauses = [];
  const workspace = await openWorkspace(attempt.context);
  try {
    const { dir } = await checkOut(attempt.context, workspace, repository, 'repository');
    const read = (name: string) => readFileSync(join(dir, name), 'utf8');
    return { attempt, read };
  } finally {
    await workspace.close();
  }
}

const password: Credential = { type: 'login_password', login: 'ada', password: 'word' };
const sshKey = (private_key: string): Credential => ({ type: 'ssh', login: '', passphrase: '', private_key });
const sshUrl = (name: string) => `ssh://${ssh.user}@127.0.0.1:${ssh.port}${area.path(`${name}.git`)}`;

describe('files that Git LFS keeps on a web server', () => {
  it('should come with the key of the repository', async () => {
    const { read, attempt } = await check({ url: `${web.origin}/large.git`, key: password });
    expect([read('a.bin'), attempt.system]).toEqual([CONTENT, []]);
    expect(attempt.output()).not.toContain('word');
  });

  it('should be kept for the next task', async () => {
    await check({ url: `${web.origin}/large.git`, key: password });
    web.authorizations.clear();
    const kept = await check({ url: `${web.origin}/large.git`, key: password });
    expect(kept.read('a.bin')).toBe(CONTENT);
  });
});

describe('a web server with a private authority', () => {
  it('should be trusted by the authorities of the runner where the repository names none', async () => {
    const repository = {
      id: 1,
      name: 'R',
      branch: 'main',
      commit: null,
      url: `${secure.origin}/large.git`,
      key: password,
    };
    const attempt = recordAttempt(area, exampleJob(repository.url, { repository }));
    attempt.context.gitPauses = [];
    attempt.context.localRules = { ...attempt.context.localRules, authorities: certificate };
    const workspace = await openWorkspace(attempt.context);
    const { dir } = await checkOut(attempt.context, workspace, repository, 'repository');
    expect(readFileSync(join(dir, 'a.bin'), 'utf8')).toBe(CONTENT);
    await workspace.close();
  });

  it('should be trusted by the certificates of the repository alone', async () => {
    const url = `${secure.origin}/large.git`;
    await expect(check({ url, key: password })).rejects.toThrow(/certificate/);
    const { read } = await check({ url, key: password, ca_certificates: certificate });
    expect(read('a.bin')).toBe(CONTENT);
    const other = area.path('other.pem');
    await createCertificate(area.path('other-key.pem'), other);
    const wrong = check({ url, key: password, ca_certificates: readFileSync(other, 'utf8') });
    await expect(wrong).rejects.toThrow(/certificate/);
  });
});

describe('host keys of a repository', () => {
  const known = (publicKey: string, host = `[127.0.0.1]:${ssh.port}`) => `${host} ${publicKey.trim()}`;
  const hostKey = () => readFileSync(area.path('sshd', 'host.pub'), 'utf8');

  it('should be the only ones that are trusted', async () => {
    const part = { url: sshUrl('inner'), key: sshKey(ssh.privateKey) };
    expect((await check({ ...part, known_hosts: known(hostKey()) })).read('file.txt')).toBe('inner');
    const { publicKey } = makeKey(area.dir, 'other-host', ['-t', 'ed25519']);
    await expect(check({ ...part, known_hosts: known(publicKey) })).rejects.toMatchObject({
      problem: { code: 'git_host_key', params: { fingerprint: expect.stringMatching(/^SHA256:.{43}$/) } },
    });
    await expect(check({ ...part, known_hosts: known(hostKey(), 'forge.example') })).rejects.toMatchObject({
      problem: { code: 'git_host_unknown' },
    });
  });

  it('should win over a key that the runner has learnt', async () => {
    const learnt = area.path('cache', 'known_hosts');
    const { publicKey } = makeKey(area.dir, 'old-host', ['-t', 'ed25519']);
    mkdirSync(area.path('cache'), { recursive: true });
    writeFileSync(learnt, `${known(publicKey)}\n`);
    const part = { url: sshUrl('inner'), key: sshKey(ssh.privateKey) };
    await expect(check(part)).rejects.toThrow('another host key');
    expect((await check({ ...part, known_hosts: known(hostKey()) })).read('file.txt')).toBe('inner');
    writeFileSync(learnt, '');
  });
});

describe('a second key', () => {
  const wrong = () => sshKey(makeKey(area.dir, 'wrong', ['-t', 'ed25519']).privateKey);

  it('should open a submodule of a web server below its prefix, and nothing else', async () => {
    const other = await startGitHttpServer(area.dir, 'bob', 'secret');
    publish('web-outer', { 'file.txt': 'outer' }, `${other.origin}/inner.git`);
    const part = { url: `${web.origin}/web-outer.git`, key: password };
    const second: Credential = { type: 'login_password', login: 'bob', password: 'secret' };
    const keys = (prefix: string) => [{ prefix: `${other.origin}${prefix}`, key: second }];
    expect((await check({ ...part, other_keys: keys('/') })).read('s/file.txt')).toBe('inner');
    other.authorizations.clear();
    await expect(check({ ...part, other_keys: keys('/group/') })).rejects.toMatchObject({
      problem: { code: 'git_credentials' },
    });
    expect([...other.authorizations]).toEqual(['']);
    await other.stop();
  });

  it('should be offered to ssh for addresses below its prefix, where another opens the outer repository', async () => {
    const own = makeKey(area.dir, 'outer-key', ['-t', 'ed25519']);
    const outer = await startSshServer(area.path('outer-sshd'), [own.publicKey]);
    publish('ssh-outer', { 'file.txt': 'outer' }, sshUrl('inner'));
    const url = `ssh://${outer.user}@127.0.0.1:${outer.port}${area.path('ssh-outer.git')}`;
    const prefix = sshUrl('inner').replace(/[^/]*$/, '');
    const part = { url, key: sshKey(own.privateKey) };
    const { read } = await check({ ...part, other_keys: [{ prefix, key: sshKey(ssh.privateKey) }] });
    expect([read('file.txt'), read('s/file.txt')]).toEqual(['outer', 'inner']);
    await expect(check(part)).rejects.toMatchObject({ problem: { code: 'git_refused' } });
    const notOpen = check({ ...part, other_keys: [{ prefix, key: wrong() }] });
    await expect(notOpen).rejects.toMatchObject({ problem: { code: 'git_refused', params: { url: sshUrl('inner') } } });
    await outer.stop();
  });
});
