import { backupUnderWay, type DumpTable } from '@switchyard/database';
import { BLOB_KINDS, type BlobKind, isBlobKey, kindPrefix } from '../blobs/blob-kinds.js';
import type { Engine } from '../ports.js';
import { type Executor, rows } from '../statements/sql.js';

/**
 * Keys of the blobs that rows name, each once.
 * @param tables those of the schema, which may be that of an older version
 */
export async function namedBlobs(on: Executor, tables: readonly DumpTable[]): Promise<string[]> {
  const kinds = Object.values(BLOB_KINDS);
  const naming = tables.filter(
    ({ name, columns }) => columns.includes('blob') && kinds.some(({ table }) => table === name),
  );
  const selects = naming.map(({ name }) => `select blob from ${name}`);
  const found =
    selects.length === 0 ? [] : await rows<{ blob: string }>(on, `${selects.join(' union ')} order by blob`);
  return found.map(({ blob }) => blob);
}

/** Which of these blobs rows name. */
export async function namedOf(on: Executor, keys: readonly string[]): Promise<Set<string>> {
  const selects = Object.values(BLOB_KINDS).map(
    ({ table }) => `select blob from ${table} where blob = any($1::text[])`,
  );
  const found = await rows<{ blob: string }>(on, selects.join(' union '), [keys]);
  return new Set(found.map(({ blob }) => blob));
}

/** A blob that no row names after so long is named by none later. */
const GRACE_MS = 3_600_000;
/** Blobs that one statement is asked about. */
const PAGE = 500;

/**
 * Removes the blobs that no row names any more: plans of tasks that are over, views of plans whose
 * tasks were deleted, versions of states that were deleted. During a backup nothing, because its snapshot may still name them;
 * nothing either that has another form of key, or as long as it is not certain that this database owns the place.
 * @returns how many
 */
export const collectBlobs = (engine: Engine): Promise<number> => collectKinds(engine, ['plan', 'planView', 'state']);

/** As {@link collectBlobs}, those of archived logs: of tasks that were deleted, and what an interruption left. */
export const collectSegments = (engine: Engine): Promise<number> => collectKinds(engine, ['segment']);

async function collectKinds(engine: Engine, kinds: readonly BlobKind[]): Promise<number> {
  await engine.blobs.requireOwner();
  let removed = 0;
  for (const kind of kinds) {
    removed += await collectKind(engine, kind);
  }
  return removed;
}

async function collectKind(engine: Engine, kind: BlobKind): Promise<number> {
  let removed = 0;
  let page: string[] = [];
  const flush = async (): Promise<void> => {
    removed += await collectPage(engine, kind, page);
    page = [];
  };
  for await (const { key, created } of engine.blobs.list(kindPrefix(kind))) {
    if (created.getTime() < Date.now() - GRACE_MS && isBlobKey(kind, key)) {
      page.push(key);
    }
    if (page.length === PAGE) {
      await flush();
    }
  }
  await flush();
  return removed;
}

/** The owner may have become another one while the keys were listed. */
async function collectPage(engine: Engine, kind: BlobKind, keys: readonly string[]): Promise<number> {
  const orphans = await orphansOf(engine, kind, keys);
  if (orphans.length > 0) {
    await engine.blobs.requireOwner();
    await engine.blobs.delete(orphans);
  }
  return orphans.length;
}

async function orphansOf({ dataSource }: Engine, kind: BlobKind, keys: readonly string[]): Promise<string[]> {
  const found = await rows<{ key: string }>(
    dataSource,
    `select key from unnest($1::text[]) as key
      where not exists (select from ${BLOB_KINDS[kind].table} where blob = key) and not ${backupUnderWay()}`,
    [keys],
  );
  return found.map(({ key }) => key);
}
