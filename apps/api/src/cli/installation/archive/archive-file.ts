import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { decryptStream, EncryptionError, FrameReader } from '@switchyard/server';
import { type ArchiveKey, HEADER_BYTES, openArchiveKey } from './archive-key.js';
import { BackupFileError } from './backup-file-error.js';
import { type ArchiveEnd, DATA, EntryHead, FrameSum, HEAD, MOST_FRAME } from './entries.js';

/** Takes an entry; what it leaves of the data is passed over. */
type Visit = (head: EntryHead, data: AsyncIterable<Buffer>) => Promise<void>;

/** A backup that was written. It can be read several times; each time every byte is authenticated. */
export class ArchiveFile {
  private constructor(
    private readonly path: string,
    private readonly key: ArchiveKey,
  ) {}

  /** @throws BackupFileError when it is another file, of another format, or the passphrase is another one */
  static async open(path: string, passphrase: string): Promise<ArchiveFile> {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
      return new ArchiveFile(path, await openArchiveKey(buffer.subarray(0, bytesRead), passphrase));
    } finally {
      await file.close();
    }
  }

  /**
   * Reads all of it, entry by entry.
   * @throws BackupFileError when it was changed, cut off, or does not hold what its end names
   */
  async read(visit: Visit, signal: AbortSignal): Promise<ArchiveEnd> {
    let end: ArchiveEnd | undefined;
    try {
      await pipeline(
        createReadStream(this.path, { start: HEADER_BYTES, highWaterMark: 1024 * 1024 }),
        (stored) => decryptStream(this.key.box, this.key.context, stored as AsyncIterable<Buffer>),
        createGunzip({ chunkSize: 256 * 1024 }),
        async (plain) => {
          end = await new EntryReader(plain as AsyncIterable<Buffer>).read(visit);
        },
        { signal },
      );
    } catch (error) {
      throw isDamage(error) ? new BackupFileError('The backup is damaged: it was changed or cut off') : error;
    }
    return end ?? damaged();
  }
}

class EntryReader {
  private readonly frames: FrameReader;
  private readonly sum = new FrameSum();
  private frame: Buffer | undefined;

  constructor(plain: AsyncIterable<Buffer>) {
    this.frames = new FrameReader(plain, MOST_FRAME);
  }

  async read(visit: Visit): Promise<ArchiveEnd> {
    await this.advance();
    for (;;) {
      const { total } = this.sum;
      const head = await this.head();
      if (head.entry === 'end') {
        return this.frame === undefined && head.bytes === total.bytes && head.sha256 === total.sha256
          ? head
          : damaged();
      }
      const data = this.data();
      await visit(head, data);
      for await (const _ of data) {
        // Passed over.
      }
    }
  }

  private async head(): Promise<EntryHead> {
    const { frame } = this;
    if (frame?.[0] !== HEAD) {
      return damaged();
    }
    const parsed = EntryHead.safeParse(JSON.parse(frame.subarray(1).toString()));
    this.sum.add(frame);
    await this.advance();
    return parsed.data ?? damaged();
  }

  private async *data(): AsyncGenerator<Buffer> {
    for (let { frame } = this; frame?.[0] === DATA; { frame } = this) {
      this.sum.add(frame);
      await this.advance();
      yield frame.subarray(1);
    }
  }

  private async advance(): Promise<void> {
    this.frame = await this.frames.next();
  }
}

/** Whether decryption, decompression or parsing reports bytes that were not written so. */
const isDamage = (error: unknown): boolean =>
  error instanceof EncryptionError ||
  error instanceof SyntaxError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'));

function damaged(): never {
  throw new BackupFileError('The backup is damaged: it does not hold what it names');
}
