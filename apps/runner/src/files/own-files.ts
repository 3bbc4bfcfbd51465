import { closeSync, constants, openSync, readSync, type Stats, watch } from 'node:fs';
import { access, chmod, mkdir, open, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { AttemptFiles, FileFacts, FollowedFile } from './attempt-files.js';
import { FileTooLarge, MOST_READ } from './attempt-files.js';

/** Files of attempts that have the user of this process. */
export const ownFiles: AttemptFiles = {
  user: process.getuid?.() ?? '?',
  real: (path) => realpath(path).catch(() => null),
  facts: async (path) => {
    const found = await stat(path).catch(() => null);
    return found && factsOf(found);
  },
  isOpenDirectory: async (path) => {
    const closed = await access(path, constants.R_OK | constants.X_OK).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'EACCES',
    );
    const isDirectory = (await stat(path).catch(() => null))?.isDirectory() ?? false;
    return closed ? false : isDirectory || null;
  },
  read: async (path, most = MOST_READ) => {
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => null);
    try {
      const found = await file?.stat();
      if (!file || !found?.isFile()) {
        return null;
      }
      if (found.size > most) {
        throw new FileTooLarge(path, most);
      }
      return await file.readFile();
    } finally {
      await file?.close();
    }
  },
  write: async (path, content, { mode = 0o600, isNew = false } = {}) => {
    await writeFile(path, content, { mode, flag: isNew ? 'wx' : 'w' });
    await chmod(path, mode);
  },
  makeDirectory: async (path, mode = 0o700) => void (await mkdir(path, { recursive: true, mode })),
  remove: (path) => rm(path, { recursive: true, force: true }),
  rename,
  list: async (path) => {
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
  },
  follow: (path, onChange) => followed(openSync(path, 'r'), path, onChange),
};

/** Kind of what was looked at without following a link. */
export const kindOf = (found: Pick<Stats, 'isFile' | 'isDirectory'>): FileFacts['kind'] =>
  found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other';

/** The time of its birth distinguishes a file from an earlier one of the same number. */
export function factsOf(found: Stats): FileFacts {
  const { size, mtimeMs, dev, ino, birthtimeMs } = found;
  return { kind: kindOf(found), size, mtimeMs, identity: [dev, ino, birthtimeMs].join('-') };
}

/** @param watched path that leads to the open file */
export function followed(descriptor: number, watched: string, onChange: () => void): FollowedFile {
  const watcher = watch(watched, { persistent: false }, onChange);
  watcher.on('error', () => undefined);
  return {
    read: (into, position) => readSync(descriptor, into, 0, into.length, position),
    close: () => {
      watcher.close();
      closeSync(descriptor);
    },
  };
}
