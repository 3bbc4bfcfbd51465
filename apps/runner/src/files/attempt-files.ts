/** Facts about a file, links followed. */
export interface FileFacts {
  kind: 'file' | 'directory' | 'other';
  size: number;
  /** Epoch milliseconds. */
  mtimeMs: number;
  /** Distinguishes it from any other file that is there, or was there before. */
  identity: string;
}

/** An entry of a directory; a link is `other`. */
export interface DirectoryEntry extends Pick<FileFacts, 'kind'> {
  name: string;
}

/** How a file is written. */
export interface WriteOptions {
  /** Permission bits; 0600 unless given. */
  mode?: number;
  /** Fails with EEXIST when there is something of this name. */
  isNew?: boolean;
}

/** A file that is read while a program writes to it. */
export interface FollowedFile {
  /** @returns bytes read, 0 = there are no more yet */
  read(into: Buffer, position: number): number;
  close(): void;
}

/** Most bytes of a file that are read unless another bound is given. */
export const MOST_READ = 16 * 1024 * 1024;

/**
 * The files that an attempt can reach, with the rights of its user. All paths are absolute, as programs of the attempt see
 * them. Whatever of them was under the hands of a task may have become a link, a pipe or a device at any time.
 */
export interface AttemptFiles {
  /** Id of the user, for people. */
  readonly user: number | string;
  /** The path without links; `null` = there is nothing. */
  real(path: string): Promise<string | null>;
  facts(path: string): Promise<FileFacts | null>;
  /** Whether the user may list and enter a directory; `null` = it is none. */
  isOpenDirectory(path: string): Promise<boolean | null>;
  /**
   * Content of a regular file; `null` = there is none.
   * @param most bytes it may have
   * @throws Error when it has more
   */
  read(path: string, most?: number): Promise<Buffer | null>;
  /** Puts a new file in the place of what is there. */
  write(path: string, content: string | Uint8Array, options?: WriteOptions): Promise<void>;
  /** Makes a directory and those above it that are missing. @param mode permission bits; 0700 unless given */
  makeDirectory(path: string, mode?: number): Promise<void>;
  /** Removes whatever is there, with all it holds; a link itself. */
  remove(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Entries of a directory, none when there is no such directory. */
  list(path: string): Promise<DirectoryEntry[]>;
  /** @param onChange called when something was written */
  follow(path: string, onChange: () => void): FollowedFile;
}

/** Content of a text file; empty when there is none. */
export async function readText(files: AttemptFiles, path: string, most?: number): Promise<string> {
  return (await files.read(path, most))?.toString('utf8') ?? '';
}

export const exists = async (files: AttemptFiles, path: string): Promise<boolean> => (await files.facts(path)) !== null;

export class FileTooLarge extends Error {
  constructor(path: string, most: number) {
    super(`${path} has more than ${most} bytes`);
  }
}
