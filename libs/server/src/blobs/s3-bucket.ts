import { Readable } from 'node:stream';
import { S3Client } from '@bradenmacdonald/s3-lite-client';
import { BlobMissingError, type StoredBlob } from './blob-store.js';
import { awayError, isMissing } from './s3-faults.js';

/** Bytes that one upload holds in memory: the smallest part that S3 takes. */
const PART_BYTES = 5 * 1024 * 1024;
/** Answers to a condition that is not met, and to one that the service does not know. */
const CONDITION = { unmet: [409, 412], unknown: [400, 501] };

export interface S3Settings {
  /** Address of the service, of the bucket behind it. */
  endPoint: string;
  bucket: string;
  /** Below which all keys are, with a slash at its end; may be empty. */
  path: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/**
 * Objects of a bucket of any S3-compatible service, by their whole keys. An object appears when its upload is complete.
 * Any failure other than a missing object throws a `BlobStoreAwayError`.
 */
export class S3Bucket {
  private readonly client: S3Client;
  readonly name: string;

  constructor(settings: S3Settings) {
    this.name = settings.bucket;
    this.client = new S3Client({ ...settings, pathStyle: true });
  }

  async put(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    const body = Readable.toWeb(Readable.from(content)) as ReadableStream<Uint8Array>;
    await this.client.putObject(key, body, { partSize: PART_BYTES }).catch((error: unknown) => {
      throw isAnswer(error) ? awayError(error, this.name, 'write to') : error;
    });
  }

  /**
   * Writes a small object unless there is one, as far as the service knows that condition.
   * @returns false when there is one
   */
  async create(key: string, content: string): Promise<boolean> {
    try {
      await this.write(key, content, { 'If-None-Match': '*' });
      return true;
    } catch (error) {
      const status = statusOf(error);
      if (CONDITION.unmet.includes(status)) {
        return false;
      }
      if (CONDITION.unknown.includes(status)) {
        await this.replace(key, content);
        return true;
      }
      throw awayError(error, this.name, 'write to');
    }
  }

  /** Writes a small object. */
  async replace(key: string, content: string): Promise<void> {
    await this.trying('write to', this.write(key, content, {}));
  }

  /** Fails with `BlobMissingError` while it is read. */
  async *get(key: string): AsyncGenerator<Buffer> {
    const response = await this.client.getObject(key).catch((error: unknown) => {
      throw isMissing(error) ? new BlobMissingError(key) : awayError(error, this.name, 'read from');
    });
    for await (const part of response.body ?? []) {
      yield Buffer.from(part);
    }
  }

  /** A copy within the bucket. @returns false when there is no such object */
  async copy(from: string, to: string): Promise<boolean> {
    try {
      await this.client.copyObject({ sourceKey: from }, to);
      return true;
    } catch (error) {
      if (isMissing(error)) {
        return false;
      }
      const fault = awayError(error, this.name, 'copy in');
      if (fault.isPassing) {
        throw fault;
      }
      return this.copyByHand(from, to);
    }
  }

  /** For services that copy nothing, or not objects of this size. */
  private async copyByHand(from: string, to: string): Promise<boolean> {
    if (!(await this.has(from))) {
      return false;
    }
    await this.put(to, this.get(from));
    return true;
  }

  async has(key: string): Promise<boolean> {
    try {
      await this.client.statObject(key);
      return true;
    } catch (error) {
      // The answer to a HEAD has no body with a code.
      if (statusOf(error) === 404) {
        return false;
      }
      throw awayError(error, this.name, 'read from');
    }
  }

  async delete(key: string): Promise<void> {
    await this.client.deleteObject(key).catch((error: unknown) => {
      if (!isMissing(error)) {
        throw awayError(error, this.name, 'delete from');
      }
    });
  }

  async *list(prefix: string): AsyncGenerator<StoredBlob> {
    try {
      for await (const { key, size, lastModified } of this.client.listObjects({ prefix })) {
        yield { key, size, created: lastModified };
      }
    } catch (error) {
      throw isAnswer(error) ? awayError(error, this.name, 'list') : error;
    }
  }

  private async write(key: string, content: string, headers: Record<string, string>): Promise<void> {
    const options = { method: 'PUT', objectName: key, payload: content, headers: new Headers(headers) };
    await this.client.makeRequest(options);
  }

  private async trying<T>(doing: string, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw awayError(error, this.name, doing);
    }
  }
}

const statusOf = (error: unknown): number => Number((Object(error) as { statusCode?: unknown }).statusCode);

/** Of the service, or of the connection to it; not of who reads or writes. */
const isAnswer = (error: unknown): boolean => statusOf(error) > 0 || isConnection(error);

const isConnection = (error: unknown): boolean =>
  error instanceof TypeError && /fetch failed|terminated/.test(error.message);
