import { randomUUID } from 'node:crypto';
import type { BlobStore } from './blob-store.js';
import { parseBlobUrl } from './blob-url.js';
import { BucketOwner, type OwnerBook } from './bucket-owner.js';
import { OWNER_MARKER } from './bucket-standing.js';
import { tryBucket } from './bucket-trial.js';
import { type BlobStores, bucketPrefix } from './open-blob-store.js';
import { S3BlobStore } from './s3-blob-store.js';
import { S3Bucket } from './s3-bucket.js';

/** A store that nobody used before, for a database that is being filled. */
export interface NewBlobStore {
  store: BlobStore;
  /** Identity of the bucket for the database; null = there is no bucket. */
  identity: string | null;
  tokens: readonly string[];
  /** Takes the place back when the work fails; the blobs are deleted before. */
  giveUp(): Promise<void>;
}

/**
 * A place of its own in the bucket of `SWITCHYARD_BLOB_URL`, whatever else is there; without that setting the database.
 * @throws BlobStoreAwayError
 */
export async function newBlobStore({ url, inDatabase, book }: BlobStores): Promise<NewBlobStore> {
  const settings = url === undefined ? undefined : parseBlobUrl(url);
  if (!settings) {
    return { store: inDatabase, identity: null, tokens: [], giveUp: () => Promise.resolve() };
  }
  const [bucket, identity] = [new S3Bucket(settings), randomUUID()];
  const prefix = bucketPrefix(settings, identity);
  const tokens: string[] = [];
  const owner = new BucketOwner(bucket, identity, prefix, bookInMemory(tokens, book));
  await owner.take();
  await tryBucket(bucket, prefix);
  const store = new S3BlobStore(bucket, { prefix, sources: [], oldUntil: null }, owner);
  return { store, identity, tokens, giveUp: () => bucket.delete(prefix + OWNER_MARKER) };
}

/** Record of the bucket until the database holds it. */
const bookInMemory = (tokens: string[], book: OwnerBook): OwnerBook => ({
  read: () => Promise.resolve({ tokens, claimed: null }),
  note: (token) => Promise.resolve(void tokens.unshift(token)),
  confirm: () => Promise.resolve(),
  database: () => book.database(),
});
