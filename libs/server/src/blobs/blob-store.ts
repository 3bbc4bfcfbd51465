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
  /** Deletes blobs. A missing one counts as deleted. */
  delete(keys: readonly string[]): Promise<void>;
  /** Blobs whose keys begin with `prefix`, in the order of their keys. */
  list(prefix: string): AsyncIterable<StoredBlob>;
  /** Removes what interrupted writings left behind, where the store itself does not. */
  removeUnfinished(): Promise<void>;
  /**
   * Proves that what is listed belongs to this installation, before anything of it is deleted because nothing names it.
   * @throws BucketRefusedError when it belongs to somebody else, or nobody knows
   */
  requireOwner(): Promise<void>;
  /**
   * Copies blobs from where they were before to where they are read first. Nothing is removed.
   * @returns keys of those whose original is at the root of the bucket
   */
  takeOver(keys: readonly string[]): Promise<string[]>;
  /**
   * Deletes originals at the root of the bucket, of which a copy is here or that nothing needs.
   * @param needed keys of which a copy must be here
   * @returns keys of those that stay, because their copy is not here
   */
  removeOriginals(keys: readonly string[], needed: ReadonlySet<string>): Promise<string[]>;
}

/** There is no such blob, or it was removed while it was read. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';

  constructor(key: string) {
    super(`There is no blob ${key}`);
  }
}

/** The store cannot be reached, or refuses. The message names what a person can do. */
export class BlobStoreAwayError extends Error {
  override readonly name = 'BlobStoreAwayError';

  /** @param isPassing it may work a little later, without anybody's doing */
  constructor(
    message: string,
    readonly isPassing: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The place in the bucket belongs to another database. The message names what to do. */
export class BucketRefusedError extends Error {
  override readonly name = 'BucketRefusedError';
}
