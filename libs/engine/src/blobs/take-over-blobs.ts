import { BLOB_KINDS } from './blob-kinds.js';
import type { Engine } from '../ports.js';
import { type Executor, row, rows } from '../statements/sql.js';

/** Advisory lock of those who take over; the number means nothing but must be the same in every process. */
const LOCK = 727_292;
const PAGE = 200;
/** How long one call works, in milliseconds; what is left is for the next. */
const ROUND_MS = 20_000;

/** Stores that the takeover needs. */
type Stores = Pick<Engine, 'dataSource' | 'blobs'>;

interface Walk {
  /** The key that the walk has come to; null = none is under way. */
  move_after: string | null;
  /** A walk that begins now may be the last one. */
  is_final: boolean;
}

/**
 * Copies the blobs that rows name from where they were before into the place of this installation, for a while. The walk goes over
 * all keys in their order and is resumed where the call before ended. Processes of the version before may write beside it:
 * when they had their time it goes over all of them once more. One process of the installation does; for another one there is nothing to do.
 * @returns how many originals were found; undefined when everything is taken over
 */
export async function takeOverBlobs(engine: Stores, roundMs = ROUND_MS): Promise<number | undefined> {
  if (!(await row(engine.dataSource, OPEN))) {
    return undefined;
  }
  const lock = engine.dataSource.createQueryRunner();
  try {
    const isMine = await row<{ locked: boolean }>(lock, 'select pg_try_advisory_lock($1) as locked', [LOCK]);
    if (!isMine?.locked) {
      return 0;
    }
    try {
      return await takeRound(engine, performance.now() + roundMs);
    } finally {
      await lock.query('select pg_advisory_unlock($1)', [LOCK]);
    }
  } finally {
    await lock.release();
  }
}

const OPEN = 'select 1 as open from blob_bucket where moved is null and cardinality(sources) > 0';

/** Between the first walk and the last one nothing is done. */
const BEGIN = `
  update blob_bucket set move_after = coalesce(move_after, ''),
         move_began = case when move_after is null then now() else move_began end
   where moved is null and (move_after is not null or move_began is null or now() >= old_until)
  returning move_after, old_until is null or move_began >= old_until as is_final`;

async function takeRound({ dataSource, blobs }: Stores, end: number): Promise<number> {
  await blobs.requireOwner();
  const walk = await row<Walk>(dataSource, BEGIN);
  let found = 0;
  for (let after = walk?.move_after; walk && after !== undefined && after !== null && performance.now() < end;) {
    const keys = await namedAfter(dataSource, after);
    const originals = await blobs.takeOver(keys);
    found += originals.length;
    after = await note(dataSource, keys.at(-1) ?? null, originals, walk.is_final);
  }
  return found;
}

/** Of those whose original is known a copy was made. */
const NOT_YET = 'not exists (select from old_blob where key = blob)';

async function namedAfter(on: Executor, after: string): Promise<string[]> {
  const pages = Object.values(BLOB_KINDS).map(
    ({ table }) => `(select blob from ${table} where blob > $1 and ${NOT_YET} order by blob limit ${PAGE})`,
  );
  const found = await rows<{ blob: string }>(on, `${pages.join(' union ')} order by blob limit ${PAGE}`, [after]);
  return found.map(({ blob }) => blob);
}

/** Where the walk has come to, and what it found; at its end it may be that all is done. */
async function note(
  on: Executor,
  after: string | null,
  originals: readonly string[],
  isFinal: boolean,
): Promise<string | null> {
  await rows(
    on,
    `with found as (insert into old_blob select unnest($2::text[]) on conflict do nothing)
     update blob_bucket set move_after = $1::text, moved = case when $1::text is null and $3 then now() end`,
    [after, originals, isFinal],
  );
  return after;
}
