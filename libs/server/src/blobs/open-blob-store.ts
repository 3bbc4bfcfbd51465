import { parseBlobUrl } from './blob-url.js';
import type { BlobStore } from './blob-store.js';
import { S3BlobStore } from './s3-blob-store.js';

/**
 * The store of this installation: the bucket of `SWITCHYARD_BLOB_URL`, or the database.
 * @param inDatabase the store without that setting
 */
export function openBlobStore(url: string | undefined, inDatabase: BlobStore): BlobStore {
  const bucket = url === undefined ? undefined : parseBlobUrl(url);
  return bucket ? new S3BlobStore(bucket) : inDatabase;
}
