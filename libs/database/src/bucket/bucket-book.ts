import type { DataSource } from 'typeorm';

/** This database's record of its place in a bucket. */
export interface BucketRecord {
  /** Part of every key in the bucket; null = no bucket was ever used. */
  identity: string | null;
  /** Tokens of the owner's marker that this database wrote, the newest first. */
  tokens: readonly string[];
  /** Since when the marker has been seen with one of them; null = it is yet to be written. */
  claimed: Date | null;
  /** Beginnings of the keys under which its blobs were before; '' = the root of the bucket. */
  sources: readonly string[];
  /** Until then what is written goes to the root of the bucket as well. */
  oldUntil: Date | null;
}

/** So many of the newest tokens are known. More than one, because writers overtake each other. */
const TOKENS = 50;

/** The row about the place of this installation in a bucket. */
export class BucketBook {
  constructor(private readonly on: Pick<DataSource, 'query'>) {}

  /** @returns undefined when the schema is that of an older version, whose keys are at the root of the bucket */
  async read(): Promise<BucketRecord | undefined> {
    const [known] = await this.on.query<[{ known: boolean }]>(`select to_regclass('blob_bucket') is not null as known`);
    if (!known.known) {
      return undefined;
    }
    const [record] = await this.on.query<[BucketRecord]>(
      'select identity, tokens, claimed, sources, old_until as "oldUntil" from blob_bucket',
    );
    return record;
  }

  /**
   * The identity, which is made when it is needed first: a database that was prepared to be copied has none yet.
   */
  async identity(): Promise<string> {
    await this.on.query('update blob_bucket set identity = gen_random_uuid() where identity is null');
    const [{ identity }] = await this.on.query<[{ identity: string }]>('select identity from blob_bucket');
    return identity;
  }

  /** Notes a token before it is written into the marker. */
  async note(token: string): Promise<void> {
    await this.on.query(`update blob_bucket set tokens = (array_prepend($1::uuid, tokens))[1:${TOKENS}]`, [token]);
  }

  /** Notes that the marker was seen with a token of this database. */
  async confirm(): Promise<void> {
    await this.on.query('update blob_bucket set claimed = now() where claimed is null');
  }

  /**
   * Which database this is: one that was dumped and loaded, or made from a template, is another one. A copy of the files of a
   * server is the same.
   * @returns undefined when this user may not ask
   */
  async database(): Promise<string | undefined> {
    const [right] = await this.on.query<[{ may: boolean }]>(
      `select has_function_privilege('pg_control_system()', 'execute') as may`,
    );
    if (!right.may) {
      return undefined;
    }
    const [{ database }] = await this.on.query<[{ database: string }]>(
      `select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as database
         from pg_control_system()`,
    );
    return database;
  }

  /** Starts over, in a database that was filled: all its blobs are below this identity. @param identity null = in the database */
  async replace(identity: string | null, tokens: readonly string[]): Promise<void> {
    await this.on.query(
      `update blob_bucket set identity = $1::uuid, tokens = $2::uuid[], claimed = case when $1::uuid is not null then now() end, sources = '{}', old_until = null,
              move_began = null, move_after = null, moved = null`,
      [identity, tokens],
    );
    await this.on.query('delete from old_blob');
  }

  /** Whether nothing is left to be taken over. */
  async isTakenOver(): Promise<boolean> {
    const found = await this.on.query<unknown[]>(
      'select 1 from blob_bucket where moved is not null or cardinality(sources) = 0',
    );
    return found.length > 0;
  }

  /** Keys of originals at the root of the bucket, those behind `after` in their order. */
  async originals(after: string, limit: number): Promise<string[]> {
    const found = await this.on.query<{ key: string }[]>(
      'select key from old_blob where key > $1 order by key limit $2',
      [after, limit],
    );
    return found.map(({ key }) => key);
  }

  /** The originals with these keys are gone. */
  async forget(keys: readonly string[]): Promise<void> {
    await this.on.query('delete from old_blob where key = any($1::text[])', [keys]);
  }

  /**
   * Gives a copied database an identity of its own. Its blobs stay where the original has them until they are copied.
   * @param source where they are
   */
  async depart(identity: string, source: string): Promise<void> {
    await this.on.query(
      `update blob_bucket set identity = $1, tokens = '{}', claimed = null, sources = array_prepend($2, sources),
              move_began = null, move_after = null, moved = null`,
      [identity, source],
    );
    await this.on.query('delete from old_blob');
  }
}
