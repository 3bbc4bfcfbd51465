import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createGitRepository, type TestGitRepository } from '@switchyard/testing';
import type { Row } from './report.js';
import { seconds, spread } from './statistics.js';

const [COMMITS, BRANCHES] = [20_000, 2_000] as const;
const SAMPLES = 7;
const STEP = COMMITS / BRANCHES;

/**
 * The look whether a commit is on a branch (ADR 0092), as the runner does it: in a repository of many commits and branches, at those
 * that take it longest. It reads commits and no files, so that their number is of no matter.
 */
export async function measureBranchLook(): Promise<Row[]> {
  const repository = await createGitRepository({ 'run.sh': 'true\n' });
  try {
    await fill(repository.path);
    const looks = [
      ['the newest of main', 'main'],
      ['the first of all', `main~${COMMITS - 1}`],
      ['one of a branch', `branch-${BRANCHES / 2}`],
      ['one of no branch, beside the first', 'refs/forks/first'],
      ['one of no branch, upon the newest', 'refs/forks/newest'],
    ] as const;
    const rows: Row[] = [];
    for (const [words, revision] of looks) {
      const what = `a commit on one of ${BRANCHES} branches of ${COMMITS} commits, ${words} (n = ${SAMPLES})`;
      rows.push({ what, measured: `${spread(await times(repository, revision))} ms`, target: '' });
    }
    return rows;
  } finally {
    await repository.remove();
  }
}

/** @returns milliseconds of each look */
async function times({ git }: TestGitRepository, revision: string): Promise<number[]> {
  const hash = await git('rev-parse', revision);
  const taken: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const look = (): Promise<string> => git('rev-list', '--max-count=1', hash, '--not', '--branches', '--tags');
    taken.push((await seconds(look)) * 1_000);
  }
  return taken;
}

/** One line of commits with a branch at each tenth, and two commits that only other references name, as forges keep those of forks. */
async function fill(bare: string): Promise<void> {
  const git = spawn('git', ['--git-dir', bare, 'fast-import', '--quiet', '--force'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const commit = (reference: string, second: number, from: number, mark = ''): string =>
    `commit ${reference}\n${mark}committer Ada <ada@example.test> ${1_700_000_000 + second} +0000\ndata 1\nx\n` +
    `${from > 0 ? `from :${from}\n` : ''}M 100644 inline file.txt\ndata 10\n${String(second).padStart(10)}\n`;
  for (let i = 1; i <= COMMITS; i++) {
    git.stdin.write(commit('refs/heads/main', i * 60, i - 1, `mark :${i}\n`));
  }
  for (let i = 0; i < BRANCHES; i++) {
    git.stdin.write(commit(`refs/heads/branch-${i}`, i * STEP * 60 + 90, i * STEP + 1));
  }
  git.stdin.write(commit('refs/forks/first', 90, 1));
  git.stdin.end(commit('refs/forks/newest', (COMMITS + 1) * 60, COMMITS));
  await once(git, 'close');
}
