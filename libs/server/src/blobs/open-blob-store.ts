import type { Logger } from '../logging/logger.js';
import { BlobStoreAwayError, type BlobStore } from './blob-store.js';
import { parseBlobUrl } from './blob-url.js';
import { BucketOwner, type OwnerBook } from './bucket-owner.js';
import { tryBucket } from './bucket-trial.js';
import { S3BlobStore } from './s3-blob-store.js';
import { S3Bucket, type S3Settings } from './s3-bucket.js';

/** Record of the blobs in the database of an installation. */
export interface BlobBook extends OwnerBook {
  read(): Promise<BlobRecord | undefined>;
  /** The identity, made when it is needed first. */
  identity(): Promise<string>;
}

interface BlobRecord {
  identity: string | null;
  tokens: readonly string[];
  claimed: Date | null;
  sources: readonly string[];
  oldUntil: Date | null;
}

/** Where the blobs of an installation are. */
export interface BlobStores {
  /** `SWITCHYARD_BLOB_URL`. */
  url: string | undefined;
  /** The store without that setting. */
  inDatabase: BlobStore;
  book: BlobBook;
}

/** Beginning of the keys of an identity. */
export const bucketPrefix = ({ path }: S3Settings, identity: string): string => `${path}switchyard-${identity}/`;

/** A schema without identities has its keys at the root of the bucket. */
const OLDER: BlobRecord = { identity: null, tokens: [], claimed: null, sources: [''], oldUntil: null };
/** Stands where nothing was ever written. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * The store of this installation: its place in the bucket of `SWITCHYARD_BLOB_URL`, or the database. The place is taken, and
 * tried with a small object.
 * @throws BucketRefusedError when it belongs to another database, BlobStoreAwayError when it will not work later either. A bucket that cannot be
 *   reached at this moment is logged; it is tried again before anything is deleted
 */
export async function openBlobStore({ url, inDatabase, book }: BlobStores, logger: Logger): Promise<BlobStore> {
  const settings = url === undefined ? undefined : parseBlobUrl(url);
  if (!settings) {
    return inDatabase;
  }
  const identity = await book.identity();
  const { bucket, owner, store } = parts(settings, identity, (await book.read()) ?? OLDER, book);
  try {
    await owner.require();
    await tryBucket(bucket, bucketPrefix(settings, identity));
  } catch (error) {
    if (!(error instanceof BlobStoreAwayError && error.isPassing)) {
      throw error;
    }
    logger.warn({ err: error }, 'The bucket cannot be reached; it is tried again when it is needed');
  }
  return store;
}

/** The store of this installation for somebody who only reads. @throws BucketRefusedError */
export async function readBlobStore({ url, inDatabase, book }: BlobStores): Promise<BlobStore> {
  const settings = url === undefined ? undefined : parseBlobUrl(url);
  if (!settings) {
    return inDatabase;
  }
  const record = (await book.read()) ?? OLDER;
  const { owner, store } = parts(settings, record.identity ?? NOBODY, record, book);
  await (record.identity === null ? undefined : owner.verify());
  return store;
}

/** The place of an installation, for commands about it. */
export interface OpenBucket {
  owner: BucketOwner;
  store: BlobStore;
  /** Beginning of its keys. */
  prefix: string;
}

/** The place that an installation has in its bucket, not verified. @returns undefined without a bucket */
export async function openBucket({ url, book }: Pick<BlobStores, 'url' | 'book'>): Promise<OpenBucket | undefined> {
  const settings = url === undefined ? undefined : parseBlobUrl(url);
  if (!settings) {
    return undefined;
  }
  const identity = await book.identity();
  return { ...parts(settings, identity, (await book.read()) ?? OLDER, book), prefix: bucketPrefix(settings, identity) };
}

function parts(settings: S3Settings, identity: string, { sources, oldUntil }: BlobRecord, book: OwnerBook) {
  const bucket = new S3Bucket(settings);
  const prefix = bucketPrefix(settings, identity);
  const owner = new BucketOwner(bucket, identity, prefix, book);
  return { bucket, owner, store: new S3BlobStore(bucket, { prefix, sources, oldUntil }, owner) };
}
