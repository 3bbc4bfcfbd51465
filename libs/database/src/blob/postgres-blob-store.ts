import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';

const CHUNK_BYTES = 256 * 1024;
const PAGE = 500;
/** Hours that a writing may take; what is not whole by then was interrupted. */
const WRITING_HOURS = 24;

interface Listed {
  key: string;
  size: string;
  created: Date;
}

/**
 * Blobs as chunks in PostgreSQL, one chunk at a time in memory and in a statement, without a transaction that lasts as
 * long as the stream. A blob can be seen from the statement that marks it as whole.
 */
export class PostgresBlobStore {
  /** @param missing makes the error of a blob that is not there */
  constructor(
    private readonly source: DataSource,
    private readonly missing: (key: string) => Error,
  ) {}

  async put(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    const id = randomUUID();
    await this.source.query('insert into blob (id, key) values ($1, $2)', [id, key]);
    try {
      const size = await this.writeChunks(id, content);
      await this.source.query('update blob set whole = true, size = $2 where id = $1', [id, size]);
    } catch (error) {
      await this.source.query('delete from blob where id = $1', [id]).catch(() => undefined);
      throw error;
    }
  }

  async *get(key: string): AsyncGenerator<Buffer> {
    const [blob] = await this.source.query<{ id: string; size: string }[]>(
      'select id, size from blob where key = $1 and whole',
      [key],
    );
    if (!blob) {
      throw this.missing(key);
    }
    let left = Number(blob.size);
    for (let n = 0; left > 0; n++) {
      const [chunk] = await this.source.query<{ data: Buffer }[]>(
        'select data from blob_chunk where blob_id = $1 and n = $2',
        [blob.id, n],
      );
      if (!chunk) {
        throw this.missing(key);
      }
      left -= chunk.data.length;
      yield chunk.data;
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

  private async writeChunks(id: string, content: AsyncIterable<Buffer>): Promise<number> {
    let size = 0;
    let n = 0;
    for await (const part of content) {
      for (let at = 0; at < part.length; at += CHUNK_BYTES) {
        const data = part.subarray(at, at + CHUNK_BYTES);
        await this.source.query('insert into blob_chunk (blob_id, n, data) values ($1, $2, $3)', [id, n++, data]);
        size += data.length;
      }
    }
    return size;
  }
}
