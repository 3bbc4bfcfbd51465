import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { execFile } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startGitForge, type ForgeMood, type GitForge } from '@switchyard/testing';
import { openWorkspace } from '../attempt/workspace.js';
import { commitFiles, git, makeRepository } from '../testing/git-repository.js';
import { exampleJob, makeTestArea, NO_KEY, recordAttempt } from '../testing/recorded-attempt.js';
import { startSilentServer } from '../testing/silent-server.js';
import { checkOut } from './checkout.js';
import { explainGitFailure } from './git-failure.js';
import { gitSettings } from './git-settings.js';
import { listBranches } from './list-branches.js';
import { refreshMirror } from './refresh-mirror.js';

const area = makeTestArea();
/** Enough that the mirror is a pack, and losing it shows. */
const FILES = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`f${i}`, String(i).repeat(500 + i)]));
const source = area.path('source');
let forge: GitForge;
let projectId = 0;

beforeAll(async () => {
  makeRepository(source, { ...FILES, 'file.txt': 'one\n' });
  git(area.dir, 'clone', '--quiet', '--bare', source, 'forge/r.git');
  forge = await startGitForge(area.path('forge'));
});
afterAll(async () => {
  await forge.stop();
  area.remove();
});
beforeEach(() => {
  projectId += 1;
  forge.moods = [];
});

function attemptOf(url: string, gitPauses: readonly number[]) {
  const repository = { id: 1, name: 'R', url, branch: 'main', commit: null, key: NO_KEY };
  const attempt = recordAttempt(area, exampleJob(url, { repository, project_id: projectId }));
  attempt.context.gitPauses = gitPauses;
  return { attempt, repository };
}

async function check(moods: ForgeMood[] = [], url = `${forge.origin}/r.git`, pauses: readonly number[] = [1, 1]) {
  const { attempt, repository } = attemptOf(url, pauses);
  const workspace = await openWorkspace(attempt.context);
  forge.moods = moods;
  try {
    const { dir } = await checkOut(attempt.context, workspace, repository, 'repository');
    return { attempt, fault: '', text: readFileSync(join(dir, 'file.txt'), 'utf8') };
  } catch (error) {
    return { attempt, fault: (error as Error).message, text: '' };
  } finally {
    await workspace.close();
  }
}

const mirrors = (): string => area.path('cache', 'git');
const newest = (): string =>
  readdirSync(mirrors())
    .map((name) => join(mirrors(), name))
    .sort((a, b) => statSync(b).birthtimeMs - statSync(a).birthtimeMs)[0] ?? '';
const packs = (mirror: string): string[] =>
  readdirSync(join(mirror, 'objects/pack')).map((name) => join(mirror, 'objects/pack', name));

const push = (text: string): void => {
  commitFiles(source, { 'file.txt': text }, 'Change');
  git(source, 'push', '--quiet', area.path('forge/r.git'), 'main');
};

function damage(mirror: string): void {
  const pack = packs(mirror).find((path) => path.endsWith('.pack')) ?? '';
  chmodSync(pack, 0o600);
  truncateSync(pack, 40);
}

describe('a forge that is away', () => {
  it.each<[string, ForgeMood]>([
    ['502', 502],
    ['503', 503],
    ['429', 429],
    ['a connection that is reset', 'reset'],
  ])('should be tried again after %s, and keep its mirror', async (_what, mood) => {
    expect((await check()).fault).toBe('');
    const [mirror, before] = [newest(), packs(newest())];
    push(`${String(mood)}\n`);
    const once = await check([mood]);
    expect(once).toMatchObject({ fault: '', text: `${String(mood)}\n` });
    expect(once.attempt.system).toEqual([expect.stringMatching(/^The server is away: try 2 of 3 follows in/)]);

    push('later\n');
    forge.requests = 0;
    const { fault, attempt } = await check([mood, mood, mood]);
    expect(fault).toMatch(/The server of the repository .* is not available|cannot be reached/);
    expect(attempt.output()).toMatch(typeof mood === 'number' ? new RegExp(`returned error: ${mood}`) : /reset|reply/i);
    expect(forge.requests).toBe(3);
    expect(packs(mirror)).toEqual(expect.arrayContaining(before));
    expect((await check()).text).toBe('later\n');
  });

  it('should not be confused with a repository that is missing, which is not tried again', async () => {
    forge.requests = 0;
    const { fault, attempt } = await check([404]);
    expect(fault).toMatch(/does not exist/);
    expect([forge.requests, attempt.system]).toEqual([1, []]);
  });

  it('should keep the mirror when it breaks off the exchange of keys', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.end()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { fault, attempt } = await check([], `https://127.0.0.1:${(server.address() as AddressInfo).port}/r.git`);
      expect(fault).toContain('is not available');
      expect(attempt.output()).toMatch(/gnutls|SSL|TLS/i);
      expect(attempt.system).toHaveLength(2);
    } finally {
      server.close();
    }
  });

  it('should be given up when it accepts a connection and never answers', async () => {
    const silent = await startSilentServer();
    try {
      const url = `http://127.0.0.1:${silent.port}/r.git`;
      const env = { PATH: process.env.PATH, ...gitSettings({ trustFileSubmodules: false, quietSeconds: 1 }) };
      const ended = promisify(execFile)('git', ['ls-remote', url], { env });
      const { stderr } = await ended.then(
        () => ({ stderr: '' }),
        (error: { stderr: string }) => error,
      );
      expect(explainGitFailure(stderr, url)).toMatchObject({
        kind: 'unreachable',
        problem: { code: 'git_away', params: { reason: expect.stringContaining('too slow') } },
      });
    } finally {
      await silent.close();
    }
  });

  it('should end at once when the task is stopped', async () => {
    const { attempt, repository } = attemptOf(`${forge.origin}/r.git`, [60_000]);
    const workspace = await openWorkspace(attempt.context);
    forge.moods = [503];
    const log = attempt.context.log;
    attempt.context.log = { ...log, system: () => attempt.abort('stop') };
    await expect(checkOut(attempt.context, workspace, repository, 'repository')).rejects.toThrow('stopped');
    await workspace.close();
  });

  it('should be tried again for its branches', async () => {
    const { attempt } = attemptOf(`${forge.origin}/r.git`, [1]);
    forge.moods = [503];
    expect((await listBranches(attempt.context)).outcome).toBe('success');
    forge.moods = [503, 503];
    expect((await listBranches(attemptOf(`${forge.origin}/r.git`, [1]).attempt.context)).reason?.code).toBe('git_away');
  });
});

describe('a list of branches', () => {
  it('should come with its reason while somebody waits for it, when the forge accepts and never answers', async () => {
    const silent = await startSilentServer();
    try {
      const began = performance.now();
      const { attempt } = attemptOf(`http://127.0.0.1:${silent.port}/r.git`, []);
      const { reason } = await listBranches(attempt.context);
      expect(reason).toMatchObject({ code: 'git_away', params: { reason: expect.stringContaining('too slow') } });
      expect(performance.now() - began).toBeLessThan(20_000);
    } finally {
      await silent.close();
    }
  });
});

describe('a damaged mirror', () => {
  it('should be replaced', async () => {
    await check();
    const mirror = newest();
    damage(mirror);
    push('repaired\n');
    expect(await check()).toMatchObject({ fault: '', text: 'repaired\n' });
    expect(git(mirror, 'fsck', '--connectivity-only')).toBe('');
    expect(readdirSync(mirrors()).filter((name) => name.includes('.'))).toEqual([]);
  });

  it('should stay where the forge is away, and be replaced later', async () => {
    await check();
    const mirror = newest();
    const kept = packs(mirror);
    rmSync(join(mirror, 'HEAD'));
    push('after\n');
    const { fault } = await check([503, 503, 503]);
    expect(fault).toContain('is not available');
    expect(packs(mirror)).toEqual(expect.arrayContaining(kept));
    expect(readdirSync(mirrors()).filter((name) => name.includes('.'))).toEqual([]);
    expect((await check()).text).toBe('after\n');
  });

  it('should stay in a shared directory until the new one is whole', async () => {
    await check();
    const mirror = newest();
    writeFileSync(join(mirror, 'mark'), '');
    const refresh = async (moods: ForgeMood[]): Promise<unknown> => {
      const { attempt } = attemptOf(`${forge.origin}/r.git`, []);
      forge.moods = moods;
      return refreshMirror(attempt.context, true).catch((error: unknown) => error);
    };
    expect(await refresh([503])).toMatchObject({ problem: { code: 'git_away' } });
    expect(existsSync(join(mirror, 'mark'))).toBe(true);
    expect(await refresh([])).toMatchObject({ outcome: 'success' });
    expect(existsSync(join(mirror, 'mark'))).toBe(false);
  });
});
