import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { serviceDirectory } from './service-directory.js';

const run = promisify(execFile);

/** File contents by path inside the repository; `null` removes the file. */
export type RepositoryFiles = Record<string, string | null>;

export interface CommitOptions {
  message?: string;
  /** Made from the branch committed to last when it is new. Default `main`. */
  branch?: string;
}

/** A bare repository on disk. */
export interface TestGitRepository {
  /** Path of the bare repository; usable as a git URL. */
  path: string;
  /** The newest commit. */
  head: string;
  /** Commits the changes and answers the commit's hash. */
  commit(files: RepositoryFiles, options?: CommitOptions): Promise<string>;
  /** Runs git in the bare repository and answers its output, trimmed. */
  git(...args: string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Nothing of the machine's or the user's own git settings takes part. */
const environment = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Test Author',
  GIT_AUTHOR_EMAIL: 'author@example.com',
  GIT_COMMITTER_NAME: 'Test Author',
  GIT_COMMITTER_EMAIL: 'author@example.com',
};

async function git(cwd: string, args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd, env: environment });
  return stdout.trim();
}

/** Makes a bare repository whose `main` holds one commit with these files. */
export async function createGitRepository(files: RepositoryFiles): Promise<TestGitRepository> {
  const directory = await serviceDirectory('git');
  const [bare, work] = [join(directory.path, 'repository.git'), join(directory.path, 'work')];
  await git(directory.path, ['init', '--quiet', '--bare', '--initial-branch=main', bare]);
  await git(directory.path, ['init', '--quiet', '--initial-branch=main', work]);
  await git(work, ['remote', 'add', 'origin', bare]);
  const repository: TestGitRepository = {
    path: bare,
    head: '',
    async commit(changes, options) {
      repository.head = await commit(work, changes, options);
      return repository.head;
    },
    git: (...args) => git(bare, args),
    remove: () => directory.remove(),
  };
  await repository.commit(files, { message: 'First commit' });
  return repository;
}

async function commit(work: string, files: RepositoryFiles, options: CommitOptions = {}): Promise<string> {
  const { message = 'Change', branch = 'main' } = options;
  if (!(await hasBranch(work, branch))) {
    await git(work, ['checkout', '--quiet', '-B', branch]);
  } else {
    await git(work, ['checkout', '--quiet', branch]);
  }
  for (const [path, content] of Object.entries(files)) {
    await writeOrRemove(join(work, path), content);
  }
  await git(work, ['add', '--all']);
  await git(work, ['commit', '--quiet', '--allow-empty', '-m', message]);
  await git(work, ['push', '--quiet', 'origin', branch]);
  return git(work, ['rev-parse', 'HEAD']);
}

async function hasBranch(work: string, branch: string): Promise<boolean> {
  return (await git(work, ['branch', '--list', branch])) !== '';
}

async function writeOrRemove(path: string, content: string | null): Promise<void> {
  if (content === null) {
    await rm(path, { force: true });
    return;
  }
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
