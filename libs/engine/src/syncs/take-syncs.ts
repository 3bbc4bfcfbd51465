import type { Engine } from '../ports.js';
import { type Executor, row, rows } from '../statements/sql.js';

/** How long a runner may take for the files of a project, in seconds. */
const LEASE_SECONDS = 90;
/** Minutes from one look to the next. */
const PAUSE_MINUTES = 3;

/** SQL: nobody looks for the sync `s`, and its time has come. */
const SYNC_OPEN = `(s.next_check <= now() and (s.lease_until is null or s.lease_until < now()))`;

/** SQL: some sync waits for a runner. */
export const SYNC_WAITS = `exists (select from project_sync s where ${SYNC_OPEN})`;

/** A sync that a runner has taken. */
export interface TakenSync {
  id: number;
  lease: string;
  project_id: number;
  repository_id: number;
  /** `HEAD` = the default branch. */
  branch: string;
  /** The commit that is applied already; `null` = its files are wanted in any case. */
  known: string | null;
}

/** Syncs for a runner, the longest due first, at most so many. They are its own until their lease is over. */
export function takeSyncs({ dataSource }: Engine, runnerId: number, most: number): Promise<TakenSync[]> {
  return most === 0 ? Promise.resolve([]) : rows<TakenSync>(dataSource, takeStatement, [runnerId, most]);
}

const takeStatement = `
  with open as (
    select s.id, coalesce(nullif(g.git_branch, ''), 'HEAD') as branch from project_sync s
      join git_repository g on g.id = s.repository_id
      join project p on p.id = s.project_id and p.deleting is null
      join runner r on r.id = $1 and r.active and not r.draining and (r.project_id is null or r.project_id = s.project_id)
     where ${SYNC_OPEN} order by s.next_check, s.id limit $2 for no key update of s skip locked)
  update project_sync s
     set runner_id = $1, lease_id = gen_random_uuid(), lease_from = clock_timestamp(),
         lease_until = now() + interval '${LEASE_SECONDS} s'
    from open where s.id = open.id
  returning s.id, s.lease_id as lease, s.project_id, s.repository_id, open.branch,
            case when s.faults = '[]' then s.commit end as known`;

/** A sync whose row is held. */
export interface HeldSync {
  id: number;
  projectId: number;
  repositoryId: number;
  userId: number;
  prune: boolean;
  commit: string | null;
}

/** Holds the row of a sync while it is the runner's; undefined = it is not, or not any more. */
export const holdSync = (on: Executor, runnerId: number, lease: string): Promise<HeldSync | undefined> =>
  row<HeldSync>(
    on,
    `select id, project_id as "projectId", repository_id as "repositoryId", user_id as "userId", prune, commit
       from project_sync where lease_id = $1 and runner_id = $2 for no key update`,
    [lease, runnerId],
  );

/** Whether the runner has taken a sync by this lease. */
export async function isSyncLease(on: Executor, runnerId: number, lease: string): Promise<boolean> {
  const found = await row(on, 'select from project_sync where lease_id = $1 and runner_id = $2', [lease, runnerId]);
  return found !== undefined;
}

/** What came of a look. */
export interface SyncResult {
  /** The commit that was seen; `null` = none was. */
  seen: string | null;
  /** Its files are what the project holds now. */
  isApplied: boolean;
  faults: readonly object[];
}

/** Keeps the result of a look. A look that was requested meanwhile is still due. */
export async function endSync(on: Executor, id: number, { seen, isApplied, faults }: SyncResult): Promise<void> {
  await rows(
    on,
    `update project_sync
        set lease_id = null, lease_until = null, runner_id = null, checked = now(), faults = $4,
            seen_commit = coalesce($2, seen_commit), commit = case when $3 then $2 else commit end,
            applied = case when $3 then now() else applied end,
            next_check = case when next_check > lease_from then next_check
              else now() + interval '${PAUSE_MINUTES} min' end
      where id = $1`,
    [id, seen, isApplied, JSON.stringify(faults)],
  );
}
