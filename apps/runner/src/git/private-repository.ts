import { dirname, join } from 'node:path';
import type { AttemptFiles } from '../files/attempt-files.js';
import type { FoundCommit } from './find-commit.js';

/** Deploy tools copy what a repository holds with its modes. */
const PASSABLE = 0o755;
const READABLE = { mode: 0o644 } as const;

/**
 * Lays out a repository at `dir` that borrows all objects from a mirror and has its head at one commit
 * (gitrepository-layout(5)). Nothing is checked out yet.
 *
 * Against a linked worktree it costs no git process to make or remove, and nothing a task does with git reaches the
 * mirror: configuration, refs and submodules are the attempt's own.
 */
export async function createPrivateRepository(
  files: AttemptFiles,
  dir: string,
  mirrorPath: string,
  url: string,
  { hash, branch, tags, paths = [] }: FoundCommit & { paths?: readonly string[] | undefined },
): Promise<void> {
  const git = join(dir, '.git');
  await files.makeDirectory(join(git, 'objects', 'info'), PASSABLE);
  await files.makeDirectory(join(git, 'refs', 'heads'), PASSABLE);
  const write = (path: string, text: string): Promise<void> => files.write(join(git, path), text, READABLE);
  await write('objects/info/alternates', `${join(mirrorPath, 'objects')}\n`);
  await write('config', configuration(url, paths.length > 0));
  await write('packed-refs', tags.map((line) => `${line}\n`).join(''));
  await write('HEAD', branch === null ? `${hash}\n` : `ref: refs/heads/${branch}\n`);
  if (paths.length > 0) {
    await files.makeDirectory(join(git, 'info'), PASSABLE);
    await write('info/sparse-checkout', coneOf(paths));
  }
  if (branch !== null) {
    await files.makeDirectory(dirname(join(git, 'refs/heads', branch)), PASSABLE);
    await write(join('refs/heads', branch), `${hash}\n`);
  }
}

const SPARSE = '\tsparseCheckout = true\n\tsparseCheckoutCone = true\n';

/** The patterns of `git sparse-checkout set --cone`: these directories, and the files that lie in those around them. */
function coneOf(paths: readonly string[]): string {
  const whole = paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
  const around = new Set(whole.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))));
  const escaped = (path: string): string => path.replace(/[*?[\\]/g, '\\$&');
  return [
    '/*',
    '!/*/',
    ...[...around].sort().flatMap((path) => [`/${escaped(path)}/`, `!/${escaped(path)}/*/`]),
    ...[...new Set(whole)].sort().map((path) => `/${escaped(path)}/`),
    '',
  ].join('\n');
}

/** Relative addresses of submodules are resolved against that of `origin`. */
function configuration(url: string, isSparse: boolean): string {
  const quoted = url.replace(/[\\"]/g, '\\$&');
  return `[core]\n\trepositoryformatversion = 0\n\tbare = false\n${isSparse ? SPARSE : ''}[remote "origin"]\n\turl = "${quoted}"\n`;
}
