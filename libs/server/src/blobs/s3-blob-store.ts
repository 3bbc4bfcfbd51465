import { BlobMissingError, type BlobStore, type StoredBlob } from './blob-store.js';
import type { BucketOwner } from './bucket-owner.js';
import type { S3Bucket } from './s3-bucket.js';

/** Objects that are copied or looked for at a time. */
const AT_ONCE = 8;
/** The beginning of keys that versions without an identity wrote. */
const ROOT = '';

/** Where the blobs of an installation are in a bucket. */
export interface BlobPlace {
  /** Beginning of the keys of all that is written, listed and deleted. */
  prefix: string;
  /** Beginnings of the keys under which blobs were before. They are read, and nothing there is listed or deleted. */
  sources: readonly string[];
  /** Until then processes of the version before may look for new blobs at the root of the bucket. */
  oldUntil: Date | null;
}

/** Blobs as objects of a bucket, below the prefix of this installation. */
export class S3BlobStore implements BlobStore {
  constructor(
    private readonly bucket: S3Bucket,
    private readonly place: BlobPlace,
    private readonly owner: Pick<BucketOwner, 'require'>,
  ) {}

  async put(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    const { prefix, oldUntil } = this.place;
    await this.bucket.put(prefix + key, content);
    if (oldUntil && oldUntil.getTime() > Date.now()) {
      await this.bucket.copy(prefix + key, ROOT + key);
    }
  }

  async *get(key: string): AsyncGenerator<Buffer> {
    for (const prefix of [this.place.prefix, ...this.place.sources]) {
      let isBegun = false;
      try {
        for await (const part of this.bucket.get(prefix + key)) {
          isBegun = true;
          yield part;
        }
        return;
      } catch (error) {
        if (isBegun || !(error instanceof BlobMissingError)) {
          throw error;
        }
      }
    }
    throw new BlobMissingError(key);
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.bucket.delete(this.place.prefix + key);
    }
  }

  async *list(prefix: string): AsyncGenerator<StoredBlob> {
    for await (const stored of this.bucket.list(this.place.prefix + prefix)) {
      yield { ...stored, key: stored.key.slice(this.place.prefix.length) };
    }
  }

  /** Parts of interrupted uploads are invisible; a life-cycle rule of the bucket removes them. */
  async removeUnfinished(): Promise<void> {
    return Promise.resolve();
  }

  requireOwner(): Promise<void> {
    return this.owner.require();
  }

  takeOver(keys: readonly string[]): Promise<string[]> {
    return filtered(keys, async (key) => {
      for (const source of this.place.sources) {
        if (await this.bucket.copy(source + key, this.place.prefix + key)) {
          return source === ROOT;
        }
      }
      return false;
    });
  }

  async removeOriginals(keys: readonly string[], needed: ReadonlySet<string>): Promise<string[]> {
    await this.requireOwner();
    return filtered(keys, async (key) => {
      const mayGo = !needed.has(key) || (await this.bucket.has(this.place.prefix + key));
      await (mayGo ? this.bucket.delete(ROOT + key) : undefined);
      return !mayGo;
    });
  }
}

/** The keys of which it is true, some asked about at a time. */
async function filtered(keys: readonly string[], isTrue: (key: string) => Promise<boolean>): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const some = keys.slice(at, at + AT_ONCE);
    const answers = await Promise.all(some.map(isTrue));
    found.push(...some.filter((_, n) => answers[n]));
  }
  return found;
}
