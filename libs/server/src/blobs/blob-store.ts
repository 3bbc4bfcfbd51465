/** A stored blob, as lists show it. */
export interface StoredBlob {
  key: string;
  /** Bytes as they are stored. */
  size: number;
  created: Date;
}

/**
 * Bytes under keys, in memory only a part at a time. A key is written once and never changed. A blob is there as a whole
 * or not at all: one whose writing was interrupted is not listed and cannot be read.
 */
export interface BlobStore {
  /** @param key not used before: letters, digits, `-`, `_`, `.` and `/`, 512 at most */
  put(key: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Fails with {@link BlobMissingError} while it is read. */
  get(key: string): AsyncIterable<Buffer>;
  /** What is not there counts as deleted. */
  delete(keys: readonly string[]): Promise<void>;
  /** Blobs whose keys begin with `prefix`, in the order of their keys. */
  list(prefix: string): AsyncIterable<StoredBlob>;
  /** Removes what interrupted writings left behind, where the store itself does not. */
  removeUnfinished(): Promise<void>;
}

/** There is no such blob, or it was removed while it was read. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';

  constructor(key: string) {
    super(`There is no blob ${key}`);
  }
}
