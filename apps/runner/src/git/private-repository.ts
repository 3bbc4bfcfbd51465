import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FoundCommit } from './find-commit.js';

/**
 * Lays out a repository at `dir` that borrows all objects from a mirror and has its head at one commit
 * (gitrepository-layout(5)). Nothing is checked out yet.
 *
 * Against a linked worktree it costs no git process to make or remove, and nothing a task does with git reaches the
 * mirror: configuration, refs and submodules are the attempt's own.
 */
export async function createPrivateRepository(
  dir: string,
  mirrorPath: string,
  url: string,
  { hash, branch, tags }: FoundCommit,
): Promise<void> {
  const git = join(dir, '.git');
  await mkdir(join(git, 'objects', 'info'), { recursive: true });
  await mkdir(join(git, 'refs', 'heads'), { recursive: true });
  await Promise.all([
    writeFile(join(git, 'objects', 'info', 'alternates'), `${join(mirrorPath, 'objects')}\n`),
    writeFile(join(git, 'config'), configuration(url)),
    writeFile(join(git, 'packed-refs'), tags.map((line) => `${line}\n`).join('')),
    branch === null
      ? writeFile(join(git, 'HEAD'), `${hash}\n`)
      : Promise.all([writeFile(join(git, 'HEAD'), `ref: refs/heads/${branch}\n`), writeBranch(git, branch, hash)]),
  ]);
}

async function writeBranch(git: string, branch: string, hash: string): Promise<void> {
  const path = join(git, 'refs', 'heads', branch);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${hash}\n`);
}

/** Relative addresses of submodules are resolved against that of `origin`. */
function configuration(url: string): string {
  const quoted = url.replace(/[\\"]/g, '\\$&');
  return `[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote "origin"]\n\turl = "${quoted}"\n`;
}
