import { flagOf, idOf, type SourceRow, textOf, uniqueNames } from '../source-values.js';
import type { SourceDatabase } from './source-database.js';
import { byId } from './source-entries.js';

/** The new registration of a runner: its token and keys there are of no use here. */
export interface SourceRunner {
  /** Its project there; `null` = it serves all. */
  projectId: number | null;
  input: { name: string; webhook: string; max_parallel_tasks: number; active: boolean; tags: string[] };
}

/** Most attempts at once that a runner may have. */
const MOST_PARALLEL = 1_000;

/** The runners of a database, by id, each with a name of its own. */
export function runnersOf(database: SourceDatabase): SourceRunner[] {
  const rows = byId(database.rows('runner'));
  const names = uniqueNames(rows, 'name', 'Runner');
  const tags = database.rows('runner__tag');
  return rows.map((row) => ({
    projectId: idOf(row, 'project_id'),
    input: {
      name: names.get(idOf(row) ?? 0) ?? '',
      webhook: textOf(row, 'webhook'),
      max_parallel_tasks: Math.min(MOST_PARALLEL, Math.max(0, Number(row['max_parallel_tasks'] ?? 0))),
      active: flagOf(row, 'active'),
      tags: tagsOf(row, tags),
    },
  }));
}

/** Versions had one tag in the row, then several in a table. */
function tagsOf(row: SourceRow, tags: readonly SourceRow[]): string[] {
  const listed = tags.filter((each) => idOf(each, 'runner_id') === idOf(row)).map((each) => textOf(each, 'tag'));
  return [...new Set([textOf(row, 'tag'), ...listed])].filter((tag) => tag !== '');
}
