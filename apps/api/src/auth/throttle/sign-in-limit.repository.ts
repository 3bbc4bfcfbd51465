import type { EntityManager } from 'typeorm';
import type { BucketLimits } from './token-bucket.js';

/**
 * Takes one try of a token bucket in the database, so that all replicas count together. A bucket is one row: the moment when
 * its last try will have grown back (the generic cell rate algorithm); a row whose moment is past means a full bucket.
 * Answers 0, or the milliseconds until one is free; nothing is taken then.
 */
export async function takeTry(
  manager: EntityManager,
  key: string,
  { capacity, refillMs }: BucketLimits,
): Promise<number> {
  const taken = await manager.query<unknown[]>(
    `insert into sign_in_limit as l (key, until) values ($1, now() + $2::int * interval '1 ms')
     on conflict (key) do update set until = greatest(l.until, now()) + $2::int * interval '1 ms'
       where greatest(l.until, now()) + $2::int * interval '1 ms' <= now() + $3::bigint * interval '1 ms'
     returning key`,
    [key, refillMs, capacity * refillMs],
  );
  return taken.length > 0 ? 0 : msUntilFree(manager, key, (capacity - 1) * refillMs);
}

/** Gives one try back: it turned out to be a rightful one. */
export async function giveBackTry(manager: EntityManager, key: string, { refillMs }: BucketLimits): Promise<void> {
  await manager.query(
    `update sign_in_limit set until = until - $2::int * interval '1 ms' where key = $1 and until > now()`,
    [key, refillMs],
  );
}

/** Marks the key for a time. Answers false when it is marked already: of many replicas one alone gets true. */
export async function mark(manager: EntityManager, key: string, lifetimeMs: number): Promise<boolean> {
  const marked = await manager.query<unknown[]>(
    `insert into sign_in_limit as l (key, until) values ($1, now() + $2::bigint * interval '1 ms')
     on conflict (key) do update set until = excluded.until where l.until <= now()
     returning key`,
    [key, lifetimeMs],
  );
  return marked.length > 0;
}

export async function isMarked(manager: EntityManager, key: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>('select 1 from sign_in_limit where key = $1 and until > now()', [key]);
  return rows.length > 0;
}

async function msUntilFree(manager: EntityManager, key: string, savedMs: number): Promise<number> {
  const [row] = await manager.query<{ wait: number }[]>(
    `select ceil(extract(epoch from until - now()) * 1000)::float8 - $2::float8 as wait
       from sign_in_limit where key = $1`,
    [key, savedMs],
  );
  return Math.max(1, row?.wait ?? 1);
}
