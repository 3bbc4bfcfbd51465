import { createHash, randomUUID } from 'node:crypto';
import type { SecretBox } from '../encryption/secret-box.js';
import { decryptStream, encryptStream } from './blob-cipher.js';
import type { BlobStore, StoredBlob } from './blob-store.js';

/** Columns of a row that refer to a blob. */
export interface BlobReference {
  key: string;
  /** Bytes before encryption. */
  size: number;
  /** SHA-256 of the bytes before encryption, in lower-case hex. */
  sha256: string;
}

/**
 * Blobs encrypted at rest, whatever the store. Write the blob first and the row that names it afterwards: then a row never
 * names a blob that is not whole, and a blob that no row names is rubbish that a collector removes.
 */
export class SealedBlobs {
  /** @param box encrypts; opened when it is needed */
  constructor(
    private readonly store: BlobStore,
    private readonly box: () => SecretBox | Promise<SecretBox>,
  ) {}

  /** Stores the content under a new key that begins with `prefix` and a slash. */
  async put(prefix: string, content: AsyncIterable<Buffer>): Promise<BlobReference> {
    const key = `${prefix}/${randomUUID()}`;
    const hash = createHash('sha256');
    let size = 0;
    async function* measured(): AsyncGenerator<Buffer> {
      for await (const part of content) {
        hash.update(part);
        size += part.length;
        yield part;
      }
    }
    await this.store.put(key, encryptStream(await this.box(), key, measured()));
    return { key, size, sha256: hash.digest('hex') };
  }

  /** Fails with `BlobMissingError` or `EncryptionError` while it is read. */
  async *get(key: string): AsyncGenerator<Buffer> {
    yield* decryptStream(await this.box(), key, this.store.get(key));
  }

  list(prefix: string): AsyncIterable<StoredBlob> {
    return this.store.list(prefix);
  }

  delete(keys: readonly string[]): Promise<void> {
    return this.store.delete(keys);
  }

  /** As {@link BlobStore.requireOwner}. */
  requireOwner(): Promise<void> {
    return this.store.requireOwner();
  }

  /** As {@link BlobStore.takeOver}. */
  takeOver(keys: readonly string[]): Promise<string[]> {
    return this.store.takeOver(keys);
  }
}
