import type { DatabaseLoad } from '@switchyard/database';
import type { NewBlobStore } from '@switchyard/server';
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
    private readonly blobs: NewBlobStore,
    private readonly progress: Progress,
  ) {}

  async take(head: EntryHead, data: AsyncIterable<Buffer>): Promise<void> {
    if (head.entry === 'table') {
      this.tables.set(head.name, await this.load.fill(head, this.counted(data, `table ${head.name}`)));
    } else if (head.entry === 'blob') {
      this.keys.push(head.key);
      await this.blobs.store.put(head.key, this.counted(data, `blob ${this.keys.length}`));
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
      await this.removeBlobs().catch(() => undefined);
      throw error;
    }
  }

  private async removeBlobs(): Promise<void> {
    await this.blobs.store.delete(this.keys);
    await this.blobs.giveUp();
  }

  private async *counted(data: AsyncIterable<Buffer>, what: string): AsyncGenerator<Buffer> {
    for await (const part of data) {
      this.progress.add(part.length, what);
      yield part;
    }
  }
}
