import { join } from 'node:path';
import { type AttemptFiles, readText } from '../files/attempt-files.js';
import type { GitClient } from './git-client.js';
import type { Mirror } from './mirror.js';

/** First bytes of a pointer (git-lfs-pointer(5)). */
const POINTER = Buffer.from('version https://git-lfs.github.com/spec/');
/** A pointer is shorter than this; other files are not read. */
const MOST_BYTES = 1_024;
const NAMED = 3;

/**
 * Puts the content of files that Git LFS keeps in place of their pointers, with the credentials of the repository. Fetched
 * files stay beside the mirror for later attempts. The log names the pointers that are left, as a tool would take a pointer
 * for the file. Attributes below the root alone are not looked for, so that other repositories need no git process.
 * @throws GitFailure when the server does not give them
 */
export async function fetchLargeFiles(mirror: Mirror, dir: string, isWanted: boolean): Promise<void> {
  const { git, files } = mirror;
  const attributes = await readText(files, join(dir, '.gitattributes'));
  if (!attributes.includes('filter=lfs')) {
    return;
  }
  const before = await findPointers(git, files, dir);
  if (before.length === 0) {
    return;
  }
  const why = await pull(mirror, dir, isWanted);
  const left = why === '' ? await findPointers(git, files, dir) : before;
  if (left.length > 0) {
    const [names, more] = [left.slice(0, NAMED).join(', '), left.length > NAMED ? ', …' : ''];
    git.note(`Files of Git LFS were not fetched${why}, only their pointers are here: ${names}${more} (${left.length})`);
  }
}

/** Settings that `git lfs install --local` writes, so that git takes the content for what was committed, and that of Git LFS is used. */
const FILTER = `[filter "lfs"]
	clean = git-lfs clean -- %f
	smudge = git-lfs smudge -- %f
	process = git-lfs filter-process
	required = true
`;

/** @returns why nothing was fetched */
async function pull({ git, files, path, lender }: Mirror, dir: string, isWanted: boolean): Promise<string> {
  if (!isWanted) {
    return ' as the repository has them switched off';
  }
  const commands = await git.run(['--list-cmds=others']);
  if (!commands.split('\n').includes('lfs')) {
    return ' because this runner has no git-lfs';
  }
  const configuration = join(dir, '.git', 'config');
  await files.write(configuration, (await readText(files, configuration)) + FILTER, { mode: 0o644 });
  // A mirror with a lender is this attempt's own; a remote of this machine would be looked for in the same place.
  const isKept = lender === null && ['http', 'ssh'].includes(git.access.url.kind);
  const storage = isKept ? ['-c', `lfs.storage=${join(path, 'lfs')}`] : [];
  await git.runRemote([...storage, 'lfs', 'pull'], dir);
  return '';
}

async function findPointers(git: GitClient, files: AttemptFiles, dir: string): Promise<string[]> {
  const listed = await git.run(['ls-files', '-z', '--', ':(attr:filter=lfs)'], dir);
  const pointers: string[] = [];
  for (const name of listed.split('\0').filter(Boolean)) {
    if (await isPointer(files, join(dir, name))) {
      pointers.push(name);
    }
  }
  return pointers;
}

async function isPointer(files: AttemptFiles, path: string): Promise<boolean> {
  const facts = await files.facts(path);
  if (facts?.kind !== 'file' || facts.size > MOST_BYTES) {
    return false;
  }
  const content = await files.read(path, MOST_BYTES).catch(() => null);
  return content?.subarray(0, POINTER.length).equals(POINTER) ?? false;
}
