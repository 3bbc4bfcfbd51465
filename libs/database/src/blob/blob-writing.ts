import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { type ChunkBatch, chunkBatches } from './blob-chunks.js';

/**
 * The writing of one blob: a statement for each batch of chunks, of which the last one marks the blob as whole. While one
 * is under way the next batch is read, so that no more than three of them are in memory.
 */
export class BlobWriting {
  private readonly id = randomUUID();
  private size = 0;
  private stored = 0;
  private underWay: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly source: Pick<DataSource, 'query'>,
    private readonly key: string,
  ) {}

  /** Leaves nothing behind when the content or the database fails. */
  async write(content: AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const batch of chunkBatches(content)) {
        await this.underWay;
        this.underWay = this.insert(batch);
        // Its failure is met where it is awaited.
        this.underWay.catch(() => undefined);
      }
      await this.underWay;
    } catch (error) {
      await this.underWay.catch(() => undefined);
      await this.source.query('delete from blob where id = $1', [this.id]).catch(() => undefined);
      throw error;
    }
  }

  private insert({ chunks, isLast }: ChunkBatch): Promise<unknown> {
    const first = this.stored;
    this.stored += chunks.length;
    this.size += chunks.reduce((sum, { length }) => sum + length, 0);
    const rows = chunks.map((_, i) => `($1, $5::int + ${i}, $${i + 6}::bytea)`);
    return this.source.query(
      `with head as (${first === 0 ? BEGIN : CONTINUE})
       insert into blob_chunk (blob_id, n, data) values ${rows.join(', ')} returning ${COMMIT}`,
      [this.id, this.key, this.size, isLast, first, ...chunks],
    );
  }
}

const BEGIN = 'insert into blob (id, key, size, whole) values ($1::uuid, $2::text, $3::bigint, $4::boolean)';
const CONTINUE = 'update blob set size = $3::bigint, whole = $4::boolean where id = $1::uuid and key = $2::text';
/** The last commit of a blob waits for the disk, and with it for all that came before. */
const COMMIT = `set_config('synchronous_commit',
         case when $4 then current_setting('synchronous_commit') else 'off' end, true)`;
