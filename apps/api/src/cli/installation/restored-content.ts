import type { DatabaseLoad } from '@switchyard/database';
import type { BlobStore } from '@switchyard/server';
import { UsageError } from '../terminal.js';
import { BackupFileError } from './archive/backup-file-error.js';
import type { ArchiveEnd, EntryHead } from './archive/entries.js';
import type { Progress } from './progress.js';

/** Takes the entries of a backup into an empty server. */
export class RestoredContent {
  private readonly tables = new Map<string, number>();
  private readonly keys: string[] = [];
  private sequences: Readonly<Record<string, string>> = {};

  constructor(
    private readonly load: DatabaseLoad,
    private readonly blobs: BlobStore,
    private readonly progress: Progress,
  ) {}

  /** @throws UsageError when the store is in use: another server would collect what is put there */
  async requireNoBlobs(): Promise<void> {
    for await (const _ of this.blobs.list('')) {
      throw new UsageError('The bucket of SWITCHYARD_BLOB_URL is not empty: a backup is restored into an empty one');
    }
  }

  async take(head: EntryHead, data: AsyncIterable<Buffer>): Promise<void> {
    if (head.entry === 'table') {
      this.tables.set(head.name, await this.load.fill(head, this.counted(data, `table ${head.name}`)));
    } else if (head.entry === 'blob') {
      this.keys.push(head.key);
      await this.blobs.put(head.key, this.counted(data, `blob ${this.keys.length}`));
    } else if (head.entry === 'sequences') {
      this.sequences = head.last;
    }
  }

  /** @throws BackupFileError when other rows or blobs arrived than the backup names */
  async finish(end: ArchiveEnd): Promise<void> {
    const isWhole = Object.entries(end.tables).every(([name, rows]) => this.tables.get(name) === rows);
    if (!isWhole || this.keys.length !== end.blobs) {
      throw new BackupFileError('The database did not take all rows of the backup');
    }
    await this.load.finish(this.sequences);
  }

  /** Removes the blobs again when the work fails: a bucket knows no transaction. */
  async orNothing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.blobs.delete(this.keys).catch(() => undefined);
      throw error;
    }
  }

  private async *counted(data: AsyncIterable<Buffer>, what: string): AsyncGenerator<Buffer> {
    for await (const part of data) {
      this.progress.add(part.length, what);
      yield part;
    }
  }
}
