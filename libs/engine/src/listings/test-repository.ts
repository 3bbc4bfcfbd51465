import type { RepositoryDraft } from '@switchyard/database';
import type { Engine } from '../ports.js';
import { row, rows } from '../statements/sql.js';
import { type RepositoryListing, wakeListers } from './request-listings.js';

/** How long the row of a test stays when nobody has removed it, in minutes: its request ended with its process. */
const LEFT_MINUTES = 3;

/** A repository that is not stored, and what of it is wanted. */
export interface TestedRepository {
  projectId: number;
  draft: RepositoryDraft;
  /** The one branch or tag that is wanted; `''` = all branches. */
  branch: string;
}

/** Requests a listing of its own, and wakes runners for it. Remove it with {@link removeTest}. @returns its id */
export async function requestTest(engine: Engine, { projectId, draft, branch }: TestedRepository): Promise<number> {
  const listing = await row<{ id: number }>(
    engine.dataSource,
    'insert into branch_listing (project_id, draft, branch) values ($1, $2, $3) returning id',
    [projectId, JSON.stringify(draft), branch],
  );
  await wakeListers(engine);
  return listing?.id ?? 0;
}

/** The listing as far as it is; undefined when its project is gone. Wakes more runners while none has taken it. */
export async function readTest(engine: Engine, id: number): Promise<RepositoryListing | undefined> {
  const listing = await row<RepositoryListing>(
    engine.dataSource,
    'select id, branch, ended, branches, is_cut, problem from branch_listing where id = $1 and draft is not null',
    [id],
  );
  if (listing?.ended === null) {
    await wakeListers(engine);
  }
  return listing;
}

export async function removeTest({ dataSource }: Pick<Engine, 'dataSource'>, id: number): Promise<void> {
  await rows(dataSource, 'delete from branch_listing where id = $1 and draft is not null', [id]);
}

/** Removes those that nobody waits for any more. */
export async function removeOldTests({ dataSource }: Pick<Engine, 'dataSource'>): Promise<void> {
  await rows(
    dataSource,
    `delete from branch_listing where draft is not null and requested < now() - interval '${LEFT_MINUTES} min'`,
    [],
  );
}
