import { backupUnderWay, type DumpTable } from '@switchyard/database';
import { SEGMENTS } from '../log/archive-log.js';
import type { Engine } from '../ports.js';
import { type Executor, rows } from '../statements/sql.js';

/** What lies in the blob store: the beginning of the keys, and the table whose column `blob` names them. */
const FEW = [
  { prefix: 'plans/', table: 'task_plan' },
  { prefix: 'plan-views/', table: 'task_plan_view' },
  { prefix: 'states/', table: 'terraform_state' },
] as const;
/** As many as there were tasks: their keys are listed less often. */
const MANY = [{ prefix: `${SEGMENTS}/`, table: 'log_segment' }] as const;
const KINDS = [...FEW, ...MANY];
type Kind = (typeof KINDS)[number];

/**
 * Keys of the blobs that rows name, each once.
 * @param tables those of the schema, which may be that of an older version
 */
export async function namedBlobs(on: Executor, tables: readonly DumpTable[]): Promise<string[]> {
  const naming = tables.filter(
    ({ name, columns }) => columns.includes('blob') && KINDS.some(({ table }) => table === name),
  );
  const selects = naming.map(({ name }) => `select blob from ${name}`);
  const found =
    selects.length === 0 ? [] : await rows<{ blob: string }>(on, `${selects.join(' union ')} order by blob`);
  return found.map(({ blob }) => blob);
}

/** A blob that no row names after so long is named by none later. */
const GRACE_MS = 3_600_000;
/** Blobs that one statement is asked about. */
const PAGE = 500;

/**
 * Removes the blobs that no row names any more: plans of tasks that are over, views of plans whose
 * tasks were deleted, versions of states that were deleted. During a backup nothing, because its snapshot may still name them.
 * @returns how many
 */
export const collectBlobs = (engine: Engine): Promise<number> => collectKinds(engine, FEW);

/** As {@link collectBlobs}, those of archived logs: of tasks that were deleted, and what an interruption left. */
export const collectSegments = (engine: Engine): Promise<number> => collectKinds(engine, MANY);

async function collectKinds(engine: Engine, kinds: readonly Kind[]): Promise<number> {
  let removed = 0;
  for (const kind of kinds) {
    removed += await collectKind(engine, kind);
  }
  return removed;
}

async function collectKind(engine: Engine, kind: Kind): Promise<number> {
  let removed = 0;
  let page: string[] = [];
  const flush = async (): Promise<void> => {
    const orphans = await orphansOf(engine, kind, page);
    await engine.blobs.delete(orphans);
    [removed, page] = [removed + orphans.length, []];
  };
  for await (const { key, created } of engine.blobs.list(kind.prefix)) {
    if (created.getTime() < Date.now() - GRACE_MS) {
      page.push(key);
    }
    if (page.length === PAGE) {
      await flush();
    }
  }
  await flush();
  return removed;
}

async function orphansOf({ dataSource }: Engine, { table }: Kind, keys: readonly string[]): Promise<string[]> {
  const found = await rows<{ key: string }>(
    dataSource,
    `select key from unnest($1::text[]) as key
      where not exists (select from ${table} where blob = key) and not ${backupUnderWay()}`,
    [keys],
  );
  return found.map(({ key }) => key);
}
