import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { KeyedLimiter } from '@switchyard/concurrency';
import type { JobRepository } from '@switchyard/contracts';
import type { Workspace } from '../attempt/workspace.js';
import { withProgress } from './fetch-progress.js';
import { type AttemptFiles, exists } from '../files/attempt-files.js';
import type { GitClient } from './git-client.js';
import { MOST_REFS_BYTES } from './mirror-refs.js';

/** All mirrors of this runner process take turns here. */
const turns = new KeyedLimiter();
const fetches = new Map<string, number>();
const FETCHES_BETWEEN_CLEANUPS = 50;

/** Where the head of the default branch is kept when no branch is named. */
export const DEFAULT_HEAD = 'refs/switchyard/head';

/** All branches and tags of a repository. */
export const WHOLE: readonly string[] = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];

/** A bare copy of a repository that outlives attempts, and from which checkouts borrow their objects. */
export interface Mirror {
  path: string;
  /** A mirror of the same that this process only reads; what is in it need not be fetched. */
  lender: string | null;
  git: GitClient;
  files: AttemptFiles;
  /** Distinguishes credentials, so that nobody profits from another's fetch. */
  credential: string;
}

/** The mirror of a repository within a project; it may not exist yet. */
export function mirrorOf(
  { cacheDir, mirrors, files }: Pick<Workspace, 'cacheDir' | 'mirrors' | 'files'>,
  projectId: number,
  git: GitClient,
  repository: JobRepository,
): Mirror {
  const name = sha256(`${projectId}\0${git.access.url.url}`).slice(0, 40);
  return {
    path: join(cacheDir, 'git', name),
    lender: mirrors ? join(mirrors.dir, name) : null,
    git,
    files,
    credential: sha256(JSON.stringify([repository.url, repository.key, repository.other_keys])),
  };
}

/**
 * Brings refs of the remote into the mirror, which is made when needed.
 * @param refspecs forced, and pruned where they are patterns.
 */
export async function fetchInto(mirror: Mirror, refspecs: readonly string[]): Promise<void> {
  const kind = [mirror.credential, ...refspecs].join('\0');
  await turns.runShared(mirror.path, kind, async () => {
    await createMirror(mirror);
    const options = ['--quiet', '--prune', '--force', '--no-auto-maintenance', '--no-write-fetch-head'];
    const remote = mirror.git.access.url.url;
    const args = ['--git-dir', mirror.path, 'fetch', ...options, '--end-of-options', remote, ...refspecs];
    await withProgress(
      mirror,
      (line) => mirror.git.note(line),
      () => mirror.git.runRemote(args),
    );
    await cleanUpNowAndThen(mirror);
  });
}

/** Identity of the mirror's present directory; `null` when there is none. */
export async function mirrorIdentity({ files, path }: Mirror): Promise<string | null> {
  return (await files.facts(path))?.identity ?? null;
}

/**
 * Fetches the whole repository beside a damaged mirror and puts it in its place, unless another attempt has done so since it
 * was `seen`. The damaged one stays when that fails.
 * @param seen null = whatever is there
 * @throws GitFailure when it cannot be fetched
 */
export async function replaceMirror(mirror: Mirror, seen: string | null): Promise<void> {
  const { path, files } = mirror;
  const [next, old] = [`${path}.next`, `${path}.old`];
  await turns.run(path, async () => {
    if (seen !== null && (await mirrorIdentity(mirror)) !== seen) {
      return;
    }
    try {
      await files.remove(next);
      await fetchInto({ ...mirror, path: next, lender: null }, WHOLE);
      await files.remove(old);
      await files.rename(path, old).catch(isMissing);
      await files.rename(next, path);
    } finally {
      await Promise.all([next, old].map((dir) => files.remove(dir)));
    }
  });
}

/** Throws a mirror of an attempt away that borrows from one which is damaged. */
export async function discardBorrowing(mirror: Mirror): Promise<void> {
  await turns.run(mirror.path, () => mirror.files.remove(mirror.path));
}

/** A mirror with a lender is made at once, as there may be something in it. */
export async function prepareMirror(mirror: Mirror): Promise<void> {
  if (await hasLender(mirror)) {
    await turns.run(mirror.path, () => createMirror(mirror));
  }
}

/** Whether something was fetched that its lender has not. */
export async function hasOwnObjects({ files, path }: Mirror): Promise<boolean> {
  const listed = await Promise.all([join(path, 'objects'), join(path, 'objects/pack')].map((dir) => files.list(dir)));
  return listed.flat().some(({ name }) => name.length === 2 || name.endsWith('.pack'));
}

const hasLender = async ({ files, lender }: Mirror): Promise<boolean> =>
  lender !== null && (await exists(files, join(lender, 'objects')));

async function createMirror(mirror: Mirror): Promise<void> {
  const { path, git, files, lender } = mirror;
  if (await exists(files, path)) {
    return;
  }
  const half = `${path}.new`;
  await files.remove(half);
  await files.makeDirectory(dirname(path));
  await (lender !== null && (await hasLender(mirror))
    ? layOutBorrowing(files, half, lender)
    : git.run(['init', '--quiet', '--bare', '--template=', half]));
  await files.rename(half, path);
}

/**
 * Lays out a bare repository with all refs and objects of another (gitrepository-layout(5)), without a git process. Refs
 * that are wanted are requested of the server all the same: knowing them saves git the proof that it has what they lead to.
 */
async function layOutBorrowing(files: AttemptFiles, dir: string, lender: string): Promise<void> {
  for (const each of ['objects/info', 'objects/pack', 'refs']) {
    await files.makeDirectory(join(dir, each));
  }
  const refs = await files.read(join(lender, 'packed-refs'), MOST_REFS_BYTES).catch(() => null);
  await Promise.all([
    files.write(join(dir, 'HEAD'), 'ref: refs/heads/main\n'),
    files.write(join(dir, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n'),
    files.write(join(dir, 'objects/info/alternates'), `${join(lender, 'objects')}\n`),
    refs && files.write(join(dir, 'packed-refs'), refs),
  ]);
}

/** Makes a mirror ready to be borrowed from: few files, and all refs in one. */
export async function tidyMirror({ path, git }: Mirror): Promise<void> {
  await git.run(['--git-dir', path, 'gc', '--auto', '--quiet']);
  await git.run(['--git-dir', path, 'pack-refs', '--all']);
}

async function cleanUpNowAndThen({ path, git }: Mirror): Promise<void> {
  const count = (fetches.get(path) ?? 0) + 1;
  fetches.set(path, count % FETCHES_BETWEEN_CLEANUPS);
  if (count === FETCHES_BETWEEN_CLEANUPS) {
    await git.run(['--git-dir', path, 'gc', '--auto', '--quiet']);
  }
}

function isMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') {
    throw error;
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
