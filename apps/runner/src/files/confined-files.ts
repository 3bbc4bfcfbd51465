import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeFile,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { removeSmallTree } from './remove-small-tree.js';
import type { AttemptFiles, DirectoryEntry, FileFacts, FollowedFile, WriteOptions } from './attempt-files.js';
import { FileTooLarge, MOST_READ } from './attempt-files.js';
import { locate, type Located, PathOutside, type Root, viaOf } from './confined-path.js';
import { factsOf, followed, kindOf } from './own-files.js';

/** Most entries of a directory that are listed. */
const MOST_ENTRIES = 10_000;
const READ = constants.O_RDONLY | constants.O_NONBLOCK;
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

const writeOpen = promisify(writeFile) as (descriptor: number, content: string | Uint8Array) => Promise<void>;

export interface FileOwner {
  uid: number;
  gid: number;
}

/**
 * Files of an attempt that has another user than this process, which is root: the only way on which it touches them. It reaches nothing
 * but what is below the roots, follows no link out of them, waits for no pipe, opens no device, reads no file that bears a second
 * name elsewhere, and gives what it makes to the user. Files outside are left to programs of the user.
 */
export class ConfinedFiles implements AttemptFiles {
  constructor(
    private readonly roots: readonly Root[],
    private readonly owner: FileOwner,
    private readonly outside: AttemptFiles,
  ) {}

  get user(): number {
    return this.owner.uid;
  }

  real(path: string): Promise<string | null> {
    return this.inside(
      () => locate(this.roots, path, true, (found) => (found.stat ? found.path : null)),
      (out) => this.outside.real(out),
    );
  }

  facts(path: string): Promise<FileFacts | null> {
    return this.inside(
      () => locate(this.roots, path, true, ({ stat }) => stat && factsOf(stat)),
      (out) => this.outside.facts(out),
    );
  }

  isOpenDirectory(path: string): Promise<boolean | null> {
    return this.inside(
      () => locate(this.roots, path, true, ({ stat }) => (stat?.isDirectory() ? true : null)),
      (out) => this.outside.isOpenDirectory(out),
    );
  }

  read(path: string, most = MOST_READ): Promise<Buffer | null> {
    return this.inside(
      async () => {
        const descriptor = this.openFile(path);
        return descriptor === null ? null : readAll(descriptor, path, most);
      },
      (out) => this.outside.read(out, most),
    );
  }

  write(path: string, content: string | Uint8Array, options: WriteOptions = {}): Promise<void> {
    return this.inside(
      async () => {
        const descriptor = locate(this.roots, path, false, (found) => this.create(found, options));
        if (descriptor === null) {
          throw missing(dirname(path));
        }
        await writeOpen(descriptor, content).finally(() => closeSync(descriptor));
      },
      (out) => this.outside.write(out, content, options),
    );
  }

  makeDirectory(path: string, mode = 0o700): Promise<void> {
    return this.inside(
      () => this.makeInside(path, mode),
      (out) => this.outside.makeDirectory(out, mode),
    );
  }

  /** A large tree is removed by a program of the user. */
  remove(path: string): Promise<void> {
    return this.inside(
      async () => {
        const isLeft = locate(this.roots, path, false, ({ stat, via }) => {
          if (stat && !stat.isDirectory()) {
            unlinkSync(via);
          }
          return stat?.isDirectory() && !removeSmallTree(via);
        });
        await (isLeft ? this.outside.remove(path) : undefined);
      },
      (out) => this.outside.remove(out),
    );
  }

  rename(from: string, to: string): Promise<void> {
    return this.inside(
      () => {
        const isDone = locate(this.roots, from, false, (source) =>
          locate(this.roots, to, false, (target) => {
            renameSync(source.via, target.via);
            return true;
          }),
        );
        if (!isDone) {
          throw missing(from);
        }
      },
      () => this.outside.rename(from, to),
    );
  }

  list(path: string): Promise<DirectoryEntry[]> {
    return this.inside(
      () => locate(this.roots, path, true, ({ stat, via }) => (stat?.isDirectory() ? entriesOf(via) : null)) ?? [],
      (out) => this.outside.list(out),
    );
  }

  follow(path: string, onChange: () => void): FollowedFile {
    const descriptor = this.openFile(path);
    if (descriptor === null) {
      throw missing(path);
    }
    return followed(descriptor, viaOf(descriptor), onChange);
  }

  /** Work below the roots, or what is to be done with the path that leads out of them. */
  private async inside<T>(work: () => T | Promise<T>, otherwise: (path: string) => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof PathOutside) {
        return otherwise(error.path);
      }
      throw error;
    }
  }

  /** Opens a regular file. Whatever takes its place meanwhile is looked at again once it is open. */
  private openFile(path: string): number | null {
    return locate(this.roots, path, true, ({ stat, via }) => {
      if (!stat?.isFile()) {
        return null;
      }
      const descriptor = openSync(via, READ | constants.O_NOFOLLOW);
      if (this.isOwn(fstatSync(descriptor))) {
        return descriptor;
      }
      closeSync(descriptor);
      return null;
    });
  }

  private isOwn(stat: Stats): boolean {
    return stat.isFile() && (stat.uid === this.owner.uid || stat.nlink === 1);
  }

  private create({ via, stat }: Located, { mode = 0o600, isNew = false }: WriteOptions): number {
    if (stat && !isNew) {
      unlinkSync(via);
    }
    const descriptor = openSync(via, CREATE, 0o600);
    try {
      fchmodSync(descriptor, mode);
      fchownSync(descriptor, this.owner.uid, this.owner.gid);
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  private makeInside(path: string, mode: number): void {
    const made = locate(this.roots, path, true, ({ via, stat }) => {
      if (stat && !stat.isDirectory()) {
        throw Object.assign(new Error(`EEXIST: ${path} is no directory`), { code: 'EEXIST' });
      }
      if (!stat) {
        mkdirSync(via, { mode });
        lchownSync(via, this.owner.uid, this.owner.gid);
      }
      return true;
    });
    if (!made) {
      this.makeInside(dirname(path), mode);
      this.makeInside(path, mode);
    }
  }
}

/** Closes the descriptor. A file that grows meanwhile is cut where it ended when it was opened. */
async function readAll(descriptor: number, path: string, most: number): Promise<Buffer> {
  const file = await open(viaOf(descriptor), READ).finally(() => closeSync(descriptor));
  try {
    const { size } = await file.stat();
    if (size > most) {
      throw new FileTooLarge(path, most);
    }
    const content = Buffer.alloc(size);
    let at = 0;
    for (let count = -1; count !== 0 && at < size; at += count) {
      count = (await file.read(content, at, size - at, at)).bytesRead;
    }
    return content.subarray(0, at);
  } finally {
    await file.close();
  }
}

const entriesOf = (via: string): DirectoryEntry[] =>
  readdirSync(via, { withFileTypes: true })
    .slice(0, MOST_ENTRIES)
    .map((entry) => ({ name: entry.name, kind: kindOf(entry) }));

const missing = (path: string): Error =>
  Object.assign(new Error(`ENOENT: no such file or directory, ${path}`), { code: 'ENOENT' });
