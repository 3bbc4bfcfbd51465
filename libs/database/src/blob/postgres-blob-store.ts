import type { DataSource } from 'typeorm';
import { batchSize } from './blob-chunks.js';
import { BlobWriting } from './blob-writing.js';

const PAGE = 500;
/**
 * Bytes of a row of an answer. Of a longer one the driver makes larger and larger buffers and a string beside the young
 * objects, for which the garbage of the whole heap is collected every few blobs.
 */
const SLICE_BYTES = 16_384;
/** Hours that a writing may take; what is not whole by then was interrupted. */
const WRITING_HOURS = 24;

interface Listed {
  key: string;
  size: string;
  created: Date;
}

/**
 * Blobs as chunks in PostgreSQL, 1 MiB of them in a statement and a few MiB in memory, without a transaction that lasts as
 * long as the stream. A blob can be seen from the statement that marks it as whole. It survives a crash of the server from
 * the next commit in the same database that waits for the disk, as PostgreSQL writes its log in order.
 */
export class PostgresBlobStore {
  /** @param missing makes the error of a blob that is not there */
  constructor(
    private readonly source: Pick<DataSource, 'query'>,
    private readonly missing: (key: string) => Error,
  ) {}

  put(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    return new BlobWriting(this.source, key).write(content);
  }

  /** While a page is read by the caller the next one is fetched. */
  async *get(key: string): AsyncGenerator<Buffer> {
    let [n, read] = [0, 0];
    let page = this.readPage(key, 0, batchSize(0));
    for (let pages = 1; ; pages++) {
      const { size, slices } = await page;
      n += batchSize(pages - 1);
      read += slices.reduce((sum, { length }) => sum + length, 0);
      if (read < size) {
        page = this.readPage(key, n, batchSize(pages));
        // Its failure is met where it is awaited.
        page.catch(() => undefined);
      }
      yield* slices;
      if (read >= size) {
        return;
      }
    }
  }

  async delete(keys: readonly string[]): Promise<void> {
    await this.source.query('delete from blob where key = any($1::text[])', [keys]);
  }

  async *list(prefix: string): AsyncGenerator<{ key: string; size: number; created: Date }> {
    let after = '';
    for (let more = true; more;) {
      const page = await this.source.query<Listed[]>(
        `select key, size, created from blob
          where whole and key > $1 and key >= $2 and starts_with(key, $2) order by key limit ${PAGE}`,
        [after, prefix],
      );
      yield* page.map(({ key, size, created }) => ({ key, size: Number(size), created }));
      after = page.at(-1)?.key ?? '';
      more = page.length === PAGE;
    }
  }

  /** Removes what interrupted writings left behind. */
  async removeUnfinished(): Promise<void> {
    await this.source.query(`delete from blob where not whole and created < now() - interval '${WRITING_HOURS} hours'`);
  }

  /** The blobs of a database are its own. */
  async requireOwner(): Promise<void> {
    return Promise.resolve();
  }

  /** They were nowhere else before. */
  async takeOver(_keys: readonly string[]): Promise<string[]> {
    return Promise.resolve([]);
  }

  async removeOriginals(_keys: readonly string[], _needed: ReadonlySet<string>): Promise<string[]> {
    return Promise.resolve([]);
  }

  /** So many chunks of a blob from the `first` on, in slices. */
  private async readPage(key: string, first: number, count: number): Promise<{ size: number; slices: Buffer[] }> {
    const rows = await this.source.query<{ size: string; data: Buffer }[]>(
      `select b.size, substring(c.data from at + 1 for ${SLICE_BYTES}) as data
         from blob b join blob_chunk c on c.blob_id = b.id
         cross join generate_series(0, greatest(octet_length(c.data) - 1, 0), ${SLICE_BYTES}) at
        where b.key = $1 and b.whole and c.n >= $2 and c.n < $2 + $3 order by c.n, at`,
      [key, first, count],
    );
    if (!rows[0]) {
      throw this.missing(key);
    }
    return { size: Number(rows[0].size), slices: rows.map(({ data }) => data) };
  }
}
