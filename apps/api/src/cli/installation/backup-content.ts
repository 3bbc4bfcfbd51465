import type { DatabaseSnapshot, DumpTable } from '@switchyard/database';
import { namedBlobs } from '@switchyard/engine';
import { BlobMissingError, type BlobStore } from '@switchyard/server';
import { type ArchiveEnd, FrameWriter, type Keys } from './archive/entries.js';
import type { Progress } from './progress.js';

export interface BackupSource {
  snapshot: DatabaseSnapshot;
  blobs: BlobStore;
  keys: Keys;
  progress: Progress;
}

/** The frames of a backup, in the order in which they are written. */
export class BackupContent {
  private readonly writer = new FrameWriter();
  private readonly tables = new Map<string, number>();
  private blobs = 0;
  /** End of the archive as its last frame names it; set when all frames were read. */
  end: ArchiveEnd | undefined;
  /** Keys of blobs that rows name and the store does not have. */
  readonly missing: string[] = [];

  constructor(private readonly source: BackupSource) {}

  async *frames(): AsyncGenerator<Buffer> {
    const { snapshot, keys } = this.source;
    const { migrations } = snapshot;
    yield this.writer.head({ entry: 'manifest', created: new Date().toISOString(), migrations: [...migrations] });
    yield this.writer.head(keys);
    for (const table of snapshot.tables) {
      yield* this.table(table);
    }
    yield this.writer.head({ entry: 'sequences', last: await snapshot.sequences() });
    for (const key of await namedBlobs(snapshot, snapshot.tables)) {
      yield* this.blob(key);
    }
    this.end = { entry: 'end', tables: Object.fromEntries(this.tables), blobs: this.blobs, ...this.writer.total };
    yield this.writer.head(this.end);
  }

  private async *table(table: DumpTable): AsyncGenerator<Buffer> {
    yield this.writer.head({ entry: 'table', name: table.name, columns: [...table.columns] });
    const rows = this.source.snapshot.rows(table);
    for (;;) {
      const { done, value } = await rows.next();
      if (done) {
        this.tables.set(table.name, value);
        return;
      }
      yield* this.data(value, `table ${table.name}`);
    }
  }

  /** One that is not there is left out; the head comes after the first bytes for that reason. */
  private async *blob(key: string): AsyncGenerator<Buffer> {
    let isBegun = false;
    try {
      for await (const part of this.source.blobs.get(key)) {
        if (!isBegun) {
          isBegun = true;
          this.blobs++;
          yield this.writer.head({ entry: 'blob', key });
        }
        yield* this.data(part, `blob ${this.blobs}`);
      }
    } catch (error) {
      if (isBegun || !(error instanceof BlobMissingError)) {
        throw error;
      }
      this.missing.push(key);
    }
  }

  private *data(content: Buffer, what: string): Generator<Buffer> {
    this.source.progress.add(content.length, what);
    yield* this.writer.data(content);
  }
}
