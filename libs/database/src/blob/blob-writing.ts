import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { CHUNK_BYTES, type ChunkBatch, chunkBatches } from './blob-chunks.js';

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

  private insert({ bytes, isLast }: ChunkBatch): Promise<unknown> {
    const first = this.stored;
    const chunks = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES));
    this.stored += chunks;
    this.size += bytes.length;
    return this.source.query(
      `with head as (${first === 0 ? BEGIN : CONTINUE})
       insert into blob_chunk (blob_id, n, data)
         select $1, $5::int + i, substring($6::bytea from i * ${CHUNK_BYTES} + 1 for ${CHUNK_BYTES})
           from generate_series(0, $7::int - 1) i
       returning ${NO_WAIT}`,
      [this.id, this.key, this.size, isLast, first, bytes, chunks],
    );
  }
}

const BEGIN = 'insert into blob (id, key, size, whole) values ($1::uuid, $2::text, $3::bigint, $4::boolean)';
const CONTINUE = 'update blob set size = $3::bigint, whole = $4::boolean where id = $1::uuid and key = $2::text';
/** No statement waits for the disk: the commit of the row that names the blob does, and what came before it is there then. */
const NO_WAIT = `set_config('synchronous_commit', 'off', true)`;
