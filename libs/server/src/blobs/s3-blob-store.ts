import { Readable } from 'node:stream';
import { S3Client } from '@bradenmacdonald/s3-lite-client';
import { BlobMissingError, type BlobStore, type StoredBlob } from './blob-store.js';

/** Bytes that one upload holds in memory: the smallest part that S3 takes. */
const PART_BYTES = 5 * 1024 * 1024;

export interface S3Settings {
  /** Address of the service, of the bucket behind it. */
  endPoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Blobs as objects of a bucket of any S3-compatible service. An object appears when its upload is complete. */
export class S3BlobStore implements BlobStore {
  private readonly client: S3Client;

  constructor(settings: S3Settings) {
    this.client = new S3Client({ ...settings, pathStyle: true });
  }

  async put(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    await this.client.putObject(key, Readable.toWeb(Readable.from(content)) as ReadableStream<Uint8Array>, {
      partSize: PART_BYTES,
    });
  }

  async *get(key: string): AsyncGenerator<Buffer> {
    const response = await this.client.getObject(key).catch((error: unknown) => {
      throw isMissing(error) ? new BlobMissingError(key) : error;
    });
    for await (const part of response.body ?? []) {
      yield Buffer.from(part);
    }
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.client.deleteObject(key);
    }
  }

  async *list(prefix: string): AsyncGenerator<StoredBlob> {
    for await (const { key, size, lastModified } of this.client.listObjects({ prefix })) {
      yield { key, size, created: lastModified };
    }
  }

  /** Parts of interrupted uploads are invisible; a life-cycle rule of the bucket removes them. */
  async removeUnfinished(): Promise<void> {
    return Promise.resolve();
  }
}

const isMissing = (error: unknown): boolean => (error as { statusCode?: unknown }).statusCode === 404;
