import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { BlobStoreAwayError } from './blob-store.js';
import type { S3Bucket } from './s3-bucket.js';

/**
 * Does all that an installation does in its bucket once: writes, reads, lists and deletes a small object.
 * @throws BlobStoreAwayError that names what does not work
 */
export async function tryBucket(bucket: S3Bucket, prefix: string): Promise<void> {
  const key = `${prefix}trial/${randomUUID()}`;
  await bucket.replace(key, key);
  if ((await text(bucket.get(key))) !== key) {
    throw new BlobStoreAwayError(`The bucket ${bucket.name} gave back something else than was written to it`, false);
  }
  for await (const _ of bucket.list(key)) {
    break;
  }
  await bucket.delete(key);
}
