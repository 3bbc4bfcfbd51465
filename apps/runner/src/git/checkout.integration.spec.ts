import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JobRepository } from '@switchyard/contracts';
import { openWorkspace } from '../attempt/workspace.js';
import { commitFiles, git, makeRepository } from '../testing/git-repository.js';
import { exampleJob, makeTestArea, NO_KEY, recordAttempt } from '../testing/recorded-attempt.js';
import { checkOut } from './checkout.js';

const area = makeTestArea();
const remote = area.path('remote');
let firstCommit = '';

beforeAll(() => {
  makeRepository(remote, { 'file.txt': 'one\n', '.gitattributes': '*.txt filter=evil\n' });
  firstCommit = git(remote, 'rev-parse', 'HEAD');
  git(remote, 'tag', '-a', 'v1', '-m', 'Release');
  commitFiles(remote, { 'file.txt': 'two\n' }, `${'Long '.repeat(30)}subject`);
  git(remote, 'branch', 'feature/x', 'v1');
});

afterAll(() => area.remove());

async function check(part: Partial<JobRepository>, projectId = 1) {
  const repository = { id: 1, name: 'R', url: `file://${remote}`, branch: 'main', commit: null, key: NO_KEY, ...part };
  const attempt = recordAttempt(area, exampleJob(repository.url, { repository, project_id: projectId }));
  attempt.context.gitPauses = [];
  const workspace = await openWorkspace(attempt.context);
  try {
    const checkout = await checkOut(attempt.context, workspace, repository, 'repository');
    return { ...checkout, attempt, text: readFileSync(join(checkout.dir, 'file.txt'), 'utf8') };
  } finally {
    await workspace.close();
  }
}

const mirrors = () => readdirSync(area.path('cache', 'git')).map((name) => area.path('cache', 'git', name));

describe('checkOut', () => {
  it('should provide the head of a branch with its hash and at most 100 characters of its subject', async () => {
    const { commit, text } = await check({});
    expect(text).toBe('two\n');
    expect(commit?.hash).toBe(git(remote, 'rev-parse', 'main'));
    expect(commit?.message).toBe('Long '.repeat(20));
  });

  it('should see a commit that was made after the mirror', async () => {
    await check({});
    commitFiles(remote, { 'file.txt': 'three\n' }, 'Third');
    expect(await check({})).toMatchObject({ text: 'three\n', commit: { message: 'Third' } });
  });

  it('should see a branch that was rewritten', async () => {
    git(remote, 'checkout', '--quiet', '-B', 'rewritten', 'main');
    await check({ branch: 'rewritten' });
    git(remote, 'reset', '--quiet', '--hard', 'v1');
    expect((await check({ branch: 'rewritten' })).text).toBe('one\n');
    git(remote, 'checkout', '--quiet', 'main');
  });

  it.each([
    ['a branch with a slash', { branch: 'feature/x' }],
    ['an annotated tag', { branch: 'v1' }],
  ])('should provide %s', async (_what, part) => {
    expect(await check(part)).toMatchObject({ text: 'one\n', commit: { hash: firstCommit } });
  });

  it.each(['refs/heads/feature/x', 'refs/tags/v1', 'refs/pull/1/head'])(
    'should provide the whole ref %s',
    async (branch) => {
      git(remote, 'update-ref', 'refs/pull/1/head', 'v1^{}');
      const { commit, text, dir } = await check({ branch });
      expect([text, commit?.hash]).toEqual(['one\n', firstCommit]);
      expect(git(dir, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe(
        branch.startsWith('refs/heads/') ? 'feature/x' : 'HEAD',
      );
    },
  );

  it('should distinguish a branch and a tag of one name by the whole ref', async () => {
    git(remote, 'branch', 'both', 'main');
    git(remote, 'tag', 'both', 'v1^{}');
    const { text, attempt } = await check({ branch: 'both' });
    expect([text, attempt.system]).toEqual([
      'three\n',
      [expect.stringContaining('refs/heads/both and refs/tags/both')],
    ]);
    expect((await check({ branch: 'refs/tags/both' })).text).toBe('one\n');
    expect((await check({ branch: 'refs/heads/both' })).attempt.system).toEqual([]);
  });

  describe('when no branch is named', () => {
    const dir = area.path('default');
    const url = `file://${dir}`;
    beforeAll(() => {
      makeRepository(dir, { 'file.txt': 'main\n' });
      git(dir, 'switch', '--quiet', '--create', 'next/2');
      commitFiles(dir, { 'file.txt': 'next\n' }, 'Next');
      git(dir, 'tag', 'on-next');
      git(dir, 'switch', '--quiet', 'main');
    });

    it('should provide the head of the default branch, on that branch, and name it', async () => {
      const { commit, text, dir: checkout, attempt } = await check({ url, branch: '' });
      expect([text, commit]).toMatchObject(['main\n', { hash: git(dir, 'rev-parse', 'main'), branch: 'main' }]);
      expect(git(checkout, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('main');
      expect(attempt.system).toEqual(['The default branch is main']);
    });

    it('should follow when the remote names another', async () => {
      git(dir, 'symbolic-ref', 'HEAD', 'refs/heads/next/2');
      const { commit, text, dir: checkout } = await check({ url, branch: '' });
      expect([text, commit?.branch]).toEqual(['next\n', 'next/2']);
      expect(git(checkout, 'describe', '--tags', '--exact-match')).toBe('on-next');
    });

    it('should provide a HEAD that is no branch', async () => {
      git(dir, 'checkout', '--quiet', '--detach', 'main');
      expect(await check({ url, branch: '' })).toMatchObject({ text: 'main\n', commit: { branch: null } });
    });

    it('should say that the HEAD leads nowhere, or that there are no commits', async () => {
      git(dir, 'symbolic-ref', 'HEAD', 'refs/heads/gone');
      git(area.dir, 'init', '--quiet', '--bare', 'empty');
      await expect(check({ url, branch: '' })).rejects.toThrow(/has no default branch/);
      await expect(check({ url: `file://${area.path('empty')}`, branch: '' })).rejects.toThrow(/has no commits yet/);
    });

    it('should still provide a branch or a commit that a launch names', async () => {
      const commit = git(dir, 'rev-parse', 'next/2');
      expect((await check({ url, branch: 'next/2' })).commit?.branch).toBe('next/2');
      expect((await check({ url, branch: '', commit })).commit).toMatchObject({ hash: commit, branch: null });
    });
  });

  it('should provide an exact commit, whole or shortened, wherever the branch points', async () => {
    expect((await check({ commit: firstCommit }, 2)).text).toBe('one\n');
    expect((await check({ commit: firstCommit })).text).toBe('one\n');
    expect((await check({ commit: firstCommit.slice(0, 8).toUpperCase() })).commit?.hash).toBe(firstCommit);
  });

  it('should provide the commit of a tag that is given by its own hash, as forges name one with a message', async () => {
    const tag = git(remote, 'rev-parse', 'v1');
    expect(tag).not.toBe(firstCommit);
    expect((await check({ branch: 'refs/tags/v1', commit: tag }, 3)).commit?.hash).toBe(firstCommit);
    const tree = git(remote, 'rev-parse', 'v1^{tree}');
    await expect(check({ commit: tree }, 3)).rejects.toThrow(/has no commit/);
  });

  it('should keep its mirror when a commit is gone after a force push', async () => {
    const dir = makeRepository(area.path('forced'), { 'file.txt': 'one' });
    const url = `file://${dir}`;
    await check({ url });
    const before = new Set(mirrors().map((path) => lstatSync(path).ino));
    const gone = commitFiles(dir, { 'file.txt': 'forced away' }, 'Gone');
    git(dir, 'reset', '--quiet', '--hard', 'HEAD~1');
    git(dir, 'reflog', 'expire', '--expire=now', '--all');
    git(dir, 'gc', '--quiet', '--prune=now');
    await expect(check({ url, commit: gone })).rejects.toThrow(new RegExp(`has no commit ${gone}`));
    expect(new Set(mirrors().map((path) => lstatSync(path).ino))).toEqual(before);
    expect((await check({ url })).text).toBe('one');
  });

  it('should need no remote for a whole commit that is known', async () => {
    const gone = makeRepository(area.path('gone'), { 'file.txt': 'x' });
    const commit = git(gone, 'rev-parse', 'HEAD');
    await check({ url: `file://${gone}` });
    rmSync(gone, { recursive: true });
    expect((await check({ url: `file://${gone}`, commit })).commit?.hash).toBe(commit);
  });

  it('should leave a repository in which git works, with branch and tags', async () => {
    const { dir } = await check({});
    expect(git(dir, 'status', '--porcelain')).toBe('');
    expect(git(dir, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('main');
    expect(git(dir, 'describe', '--tags')).toMatch(/^v1-/);
  });

  it('should keep what a task commits out of the mirror', async () => {
    const { dir } = await check({});
    commitFiles(dir, { 'file.txt': 'evil\n' }, 'Evil');
    git(dir, 'config', 'core.sshCommand', 'evil');
    expect((await check({})).text).not.toBe('evil\n');
  });

  it('should make files readable for deploy tools, in a private directory', async () => {
    const { dir } = await check({});
    expect(lstatSync(join(dir, 'file.txt')).mode & 0o777).toBe(0o644);
  });

  it('should check out submodules, also those of submodules', async () => {
    const inner = makeRepository(area.path('inner'), { 'inner.txt': 'inner' });
    const middle = makeRepository(area.path('middle'), { 'middle.txt': 'middle' });
    git(middle, 'submodule', '--quiet', 'add', `file://${inner}`, 'inner');
    commitFiles(middle, {}, 'Inner');
    const outer = makeRepository(area.path('outer'), { 'file.txt': 'outer' });
    git(outer, 'submodule', '--quiet', 'add', '../middle', 'middle');
    commitFiles(outer, {}, 'Middle');
    const { dir } = await check({ url: `file://${outer}` });
    expect(readFileSync(join(dir, 'middle', 'inner', 'inner.txt'), 'utf8')).toBe('inner');
  });

  it('should replace a damaged mirror', async () => {
    await check({});
    mirrors().forEach((mirror) => rmSync(join(mirror, 'HEAD')));
    expect((await check({})).text).toBe('three\n');
    mirrors().forEach((mirror) => rmSync(join(mirror, 'objects'), { recursive: true }));
    expect((await check({})).text).toBe('three\n');
    mirrors().forEach((mirror) => writeFileSync(join(mirror, 'HEAD.lock'), ''));
    mirrors().forEach((mirror) => writeFileSync(join(mirror, 'packed-refs'), 'rubbish\n'));
    expect((await check({})).text).toBe('three\n');
  });

  it('should serve many attempts on one cold mirror at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, (_, i) => check({ branch: i % 2 ? 'main' : 'v1' }, 77)));
    expect(all.map(({ text }) => text)).toEqual(Array.from({ length: 8 }, (_, i) => (i % 2 ? 'three\n' : 'one\n')));
  });

  it.each([
    [
      'a repository that does not exist',
      { url: 'file:///no/such' },
      /The repository file:\/\/\/no\/such does not exist/,
    ],
    ['a directory that does not exist', { url: '/no/such' }, /The directory \/no\/such does not exist on this runner/],
    ['a branch that does not exist', { branch: 'nope' }, /has no branch or tag "nope"; its default branch is "main"/],
    ['a commit that does not exist', { commit: 'f'.repeat(40) }, /has no commit ffff/],
    ['a shortened commit that does not exist', { commit: 'fffffff' }, /has no commit ffff/],
    ['a branch that is an option', { branch: '--upload-pack=touch x' }, /is not the name of a branch or tag/],
    ['an address that is an option', { url: '--upload-pack=touch x' }, /repository address/],
    ['a foreign transport', { url: 'ext::sh -c id' }, /repository address/],
    ['a server that is away', { url: 'http://127.0.0.1:1/x' }, /cannot be reached from this runner/],
  ])('should explain in one sentence what is wrong with %s', async (_what, part, message) => {
    await expect(check(part, 3)).rejects.toThrow(message);
  });

  it('should name a repository without commits, and none as the default branch where there is none', async () => {
    git(area.dir, 'init', '--quiet', '--bare', 'empty.git');
    await expect(check({ url: `file://${area.path('empty.git')}` }, 3)).rejects.toThrow(
      /empty.git has no commits yet$/,
    );
    git(area.dir, 'clone', '--quiet', '--bare', remote, 'headless.git');
    git(area.path('headless.git'), 'symbolic-ref', 'HEAD', 'refs/heads/absent');
    const headless = { url: `file://${area.path('headless.git')}`, branch: 'nope' };
    await expect(check(headless, 3)).rejects.toThrow(/has no branch or tag "nope"$/);
  });

  it('should not run what a repository brings along', async () => {
    const evil = makeRepository(area.path('evil'), { 'file.txt': 'x' });
    const proof = area.path('proof');
    writeFileSync(join(evil, '.git', 'hooks', 'post-checkout'), `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 });
    git(evil, 'config', 'core.fsmonitor', `touch ${proof}; false`);
    git(evil, 'config', 'uploadpack.packObjectsHook', `touch ${proof}; false`);
    await check({ url: evil });
    await check({ url: `file://${evil}` });
    expect(existsSync(proof)).toBe(false);
  });

  describe('with files that Git LFS keeps', () => {
    const CONTENT = 'large\n';
    const oid = createHash('sha256').update(CONTENT).digest('hex');
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${CONTENT.length}\n`;
    const url = () => `file://${area.path('large')}`;

    beforeAll(() => {
      const large = makeRepository(area.path('large'), {
        ...Object.fromEntries([1, 2, 3, 4].map((n) => [`dir/${n}.bin`, pointer])),
        'whole.bin': 'its content',
        'file.txt': pointer,
        '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
      });
      const kept = join(large, '.git/lfs/objects', oid.slice(0, 2), oid.slice(2, 4));
      mkdirSync(kept, { recursive: true });
      writeFileSync(join(kept, oid), CONTENT);
    });

    it('should fetch them, and leave nothing that git takes for a change', async () => {
      const { attempt, dir, text } = await check({ url: url() });
      expect([1, 2, 3, 4].map((n) => readFileSync(join(dir, `dir/${n}.bin`), 'utf8'))).toEqual(Array(4).fill(CONTENT));
      expect([text, attempt.system]).toEqual([CONTENT, []]);
      expect(git(dir, 'status', '--short', 'dir')).toBe('');
      expect((await check({})).attempt.system).toEqual([]);
    });

    it('should name them where the repository has them switched off', async () => {
      const { attempt } = await check({ url: url(), lfs: false });
      expect(attempt.system).toEqual([
        'Files of Git LFS were not fetched as the repository has them switched off, only their pointers are here: dir/1.bin, dir/2.bin, dir/3.bin, … (4)',
      ]);
    });

    it('should name them where the runner has no git-lfs', async () => {
      const programs = area.path('programs');
      mkdirSync(programs, { recursive: true });
      symlinkSync(execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(), join(programs, 'git'));
      const { PATH } = process.env;
      process.env.PATH = programs;
      try {
        expect((await check({ url: url() })).attempt.system).toEqual([
          expect.stringContaining('because this runner has no git-lfs, only their pointers are here: dir/1.bin'),
        ]);
      } finally {
        process.env.PATH = PATH;
      }
    });

    it('should fail where the server has them not', async () => {
      rmSync(join(area.path('large'), '.git/lfs'), { recursive: true });
      await expect(check({ url: url() })).rejects.toThrow(/remote missing object|Failed to fetch some objects/);
    });
  });

  describe('of some directories', () => {
    const dir = area.path('sparse');
    const url = `file://${dir}`;
    const has = (checkout: string, ...names: string[]) => names.filter((name) => existsSync(join(checkout, name)));
    const all = ['file.txt', 'live/readme', 'live/net/a', 'live/db/a', 'lab/a', 'odd[1]/a'];
    beforeAll(() => void makeRepository(dir, Object.fromEntries(all.map((name) => [name, 'x']))));

    it('should provide these, the files beside them and nothing else, and git finds nothing changed', async () => {
      const { dir: checkout } = await check({ url, paths: ['live/net', 'live/net/deeper', 'odd[1]'] });
      expect(has(checkout, ...all)).toEqual(['file.txt', 'live/readme', 'live/net/a', 'odd[1]/a']);
      expect(git(checkout, 'status', '--porcelain')).toBe('');
      expect(git(checkout, 'sparse-checkout', 'list')).toMatch(/^live\/net\n/);
    });

    it('should provide everything where none is named, and no directory that the commit has not', async () => {
      expect(has((await check({ url, paths: [] })).dir, ...all)).toEqual(all);
      expect(has((await check({ url, paths: ['gone'] })).dir, ...all)).toEqual(['file.txt']);
    });
  });

  it('should leave submodules out where the repository has them switched off', async () => {
    const host = makeRepository(area.path('without'), { 'file.txt': 'x' });
    writeFileSync(join(host, '.gitmodules'), `[submodule "s"]\n\tpath = s\n\turl = ${remote}\n`);
    mkdirSync(join(host, 's'));
    git(host, 'update-index', '--add', '--cacheinfo', `160000,${firstCommit},s`);
    commitFiles(host, {}, 'Submodule');
    expect(readdirSync(join((await check({ url: `file://${host}` })).dir, 's'))).toContain('file.txt');
    expect(readdirSync(join((await check({ url: `file://${host}`, submodules: false })).dir, 's'))).toEqual([]);
  });

  it('should refuse a submodule with a foreign transport', async () => {
    const host = makeRepository(area.path('ext'), { 'file.txt': 'x' });
    const proof = area.path('ext-proof');
    writeFileSync(join(host, '.gitmodules'), `[submodule "s"]\n\tpath = s\n\turl = ext::sh -c "touch ${proof}"\n`);
    mkdirSync(join(host, 's'));
    git(host, 'update-index', '--add', '--cacheinfo', `160000,${firstCommit},s`);
    commitFiles(host, {}, 'Submodule');
    await expect(check({ url: `file://${host}` })).rejects.toThrow();
    expect(existsSync(proof)).toBe(false);
  });
});

describe('checkOut of a local path', () => {
  it('should use a directory in place and return the commit it shows', async () => {
    const { dir, commit } = await check({ url: remote, branch: '' });
    expect(dir).toBe(remote);
    expect(commit).toEqual({ hash: git(remote, 'rev-parse', 'HEAD'), message: 'Third', branch: null });
  });

  it('should use a directory that is no repository', async () => {
    const plain = area.path('plain');
    mkdirSync(plain);
    writeFileSync(join(plain, 'file.txt'), 'plain');
    expect(await check({ url: plain })).toMatchObject({ dir: plain, commit: null, text: 'plain' });
  });

  it('should clone a bare repository', async () => {
    git(area.dir, 'clone', '--quiet', '--bare', remote, 'bare.git');
    expect((await check({ url: area.path('bare.git') })).text).toBe('three\n');
    expect((await check({ url: area.path('bare.git'), commit: firstCommit })).text).toBe('one\n');
  });

  it('should run the commit or branch that a sender names, apart from the directory', async () => {
    const exact = await check({ url: remote, commit: firstCommit, is_exact: true });
    expect([exact.dir === remote, exact.text, exact.commit?.hash]).toEqual([false, 'one\n', firstCommit]);
    expect((await check({ url: remote, branch: 'feature/x', is_exact: true })).text).toBe('one\n');
    await expect(check({ url: remote, commit: 'f'.repeat(40), is_exact: true })).rejects.toThrow('has no commit ffff');
  });

  it('should refuse the commit that a sender names where the directory has none', async () => {
    const plain = area.path('no-commits');
    mkdirSync(plain);
    await expect(check({ url: plain, commit: firstCommit, is_exact: true })).rejects.toThrow('is no git repository');
  });

  it('should use a directory in place though a commit is named, as when its task runs again', async () => {
    const { dir, text, commit } = await check({ url: remote, commit: firstCommit });
    expect([dir, text, commit?.message]).toEqual([remote, 'three\n', 'Third']);
  });
});
