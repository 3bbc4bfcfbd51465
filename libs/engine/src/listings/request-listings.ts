import { type BranchListing, type RowOf, runnerOnline, runnerTakesTag } from '@switchyard/database';
import type { Engine } from '../ports.js';
import { type Executor, row, rows } from '../statements/sql.js';

/** How long a listing counts as the present state, in seconds, and how long a failure does. */
const FRESH_SECONDS = { done: 60, failed: 5 } as const;
/** How long one that has ended stays for those who waited for it, when another branch is wanted, in seconds. */
const READ_SECONDS = 1;
/**
 * Runners that are woken for what waits in one project: the first that comes takes it. With each second that nobody has come it is
 * twice as many, up to the last number.
 */
const WOKEN = { first: 2, most: 64 } as const;
/** Most projects whose runners are woken at once. */
const MOST_PROJECTS = 100;

/** Listing of a repository as people see it. `branch` is the one for which it was last made. */
export type RepositoryListing = Pick<
  RowOf<BranchListing>,
  'id' | 'branch' | 'ended' | 'branches' | 'is_cut' | 'problem'
>;

/** A repository of a project. */
export interface ListedRepository {
  projectId: number;
  repositoryId: number;
  /** The one branch or tag that is wanted; absent or `''` = all branches. */
  branch?: string;
}

/** SQL: nobody works on the listing `l`, and it has not ended. */
export const LISTING_OPEN = `(l.ended is null and (l.lease_until is null or l.lease_until < now()))`;

/** SQL: the runner `r` may make the listing `l`. */
export const LISTING_FITS = `((r.project_id is null or r.project_id = l.project_id)
  and (l.tag is null or ${runnerTakesTag('r', 'l.tag')}))`;

/**
 * The listing of a repository: the one that is fresh or under way, else a new one. A repository has one at a time, so it may be under
 * way for another branch, or have ended for that a moment ago: request it again then. While no runner has taken it, each request
 * wakes some others: those that were woken before may be gone or busy.
 * @returns undefined when the project has no such repository
 */
export async function requestBranches(
  engine: Engine,
  repository: ListedRepository,
): Promise<RepositoryListing | undefined> {
  const { projectId, repositoryId, branch } = repository;
  await rows(engine.dataSource, requestStatement, [projectId, repositoryId, branch ?? '']);
  const listing = await row<RepositoryListing & { is_open: boolean }>(engine.dataSource, readStatement, [
    projectId,
    repositoryId,
  ]);
  if (listing?.is_open === true) {
    await wakeListers(engine);
  }
  return listing;
}

const readStatement = `
  select id, branch, ended, branches, is_cut, problem, ${LISTING_OPEN} as is_open from branch_listing l
   where project_id = $1 and repository_id = $2 and schedule_id is null`;

const requestStatement = `
  insert into branch_listing (project_id, repository_id, branch, source)
    select project_id, id, $3, md5(concat_ws(' ', git_url, secret_url, ssh_key_id, ca_certificates, known_hosts, second_key_id, second_key_prefix)) from git_repository
     where project_id = $1 and id = $2
  on conflict (repository_id) where schedule_id is null do update
    set requested = now(), ended = null, tries = 0, lease_id = null, lease_until = null, source = excluded.source,
        branch = excluded.branch
  where branch_listing.source <> excluded.source
     or branch_listing.branch <> excluded.branch and branch_listing.ended < now() - interval '${READ_SECONDS} s'
     or branch_listing.ended < now() - case when branch_listing.problem is null
          then interval '${FRESH_SECONDS.done} s' else interval '${FRESH_SECONDS.failed} s' end
  returning id`;

/** A schedule at one of its due times. */
interface Checking {
  id: number;
  due: Date;
}

/** Requests checks for new commits. A schedule whose check before has not ended goes on with that. */
export async function requestChecks(on: Executor, schedules: readonly Checking[]): Promise<void> {
  if (schedules.length > 0) {
    await rows(on, checksStatement, [schedules.map(({ id }) => id), schedules.map(({ due }) => due)]);
  }
}

/** The branch is the one that the template's tasks use, where they use this repository. */
const checksStatement = `
  insert into branch_listing (project_id, repository_id, schedule_id, branch, tag, due)
    select s.project_id, r.id, s.id,
           coalesce(case when t.repository_id = r.id then nullif(t.git_branch, '') end, nullif(r.git_branch, ''), 'HEAD'),
           coalesce(t.runner_tag, i.runner_tag, ''), checking.due
      from unnest($1::int[], $2::timestamptz[]) as checking(id, due)
      join schedule s on s.id = checking.id join template t on t.id = s.template_id
      join git_repository r on r.id = s.repository_id left join inventory i on i.id = t.inventory_id
  on conflict (schedule_id) where schedule_id is not null do nothing`;

/** Wakes some runners for the listings that wait, more for those that wait longer. */
export async function wakeListers({ dataSource, signals }: Engine): Promise<void> {
  const woken = await rows<{ id: number }>(
    dataSource,
    `select distinct chosen.id
       from (select l.project_id, l.tag, least(6, extract(epoch from now() - min(l.requested))) as seconds
               from branch_listing l where ${LISTING_OPEN} group by 1, 2 limit ${MOST_PROJECTS}) l
       cross join lateral (
         select r.id, row_number() over (order by random()) as place
           from runner r where r.active and ${runnerOnline('r')} and ${LISTING_FITS}) chosen
      where chosen.place <= least(${WOKEN.most}, ${WOKEN.first} * 2 ^ greatest(0, l.seconds))`,
  );
  if (woken.length > 0) {
    signals.runnersWoken(woken.map(({ id }) => id));
  }
}

/** Whether some runner that is online could list the branches of a repository of the project. */
export async function hasLister({ dataSource }: Pick<Engine, 'dataSource'>, projectId: number): Promise<boolean> {
  const found = await row(
    dataSource,
    `select from runner r where r.active and ${runnerOnline('r')} and (r.project_id is null or r.project_id = $1) limit 1`,
    [projectId],
  );
  return found !== undefined;
}
