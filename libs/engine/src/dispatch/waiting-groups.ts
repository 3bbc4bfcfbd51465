import {
  attemptAlive,
  attemptUnsettled,
  neededApp,
  taskPlansOnly,
  taskQueued,
  taskUsesWorkspace,
} from '@switchyard/database';
import type { WaitingGroup } from './choose-assignments.js';
import type { DrainRunner } from './runner-matching.js';
import { distinctOffers, distinctReaches } from './runner-offers.js';
import { rows, type Executor } from '../statements/sql.js';

/** Active tasks per template and per project; two common table expressions. */
const ACTIVE = `
  active as (
    select project_id, template_id, count(*)::int as n from attempt
     where ${attemptAlive()} group by 1, 2),
  active_project as (select project_id, sum(n)::int as n from active group by 1)`;

/**
 * Visits every (tag, project, template, app, workspace) that has waiting tasks by skipping from one to the next in the index, so
 * that its cost grows with their number and not with the number of tasks.
 */
export const WAITING_GROUPS = `
  waiting as (
    (select tag, project_id, template_id, app, workspace_id from task where ${taskQueued()} order by 1, 2, 3, 4, 5 limit 1)
    union all
    select n.* from waiting cross join lateral (
      select tag, project_id, template_id, app, workspace_id from task t where ${taskQueued('t')}
         and (t.tag, t.project_id, t.template_id, t.app, t.workspace_id)
           > (waiting.tag, waiting.project_id, waiting.template_id, waiting.app, waiting.workspace_id)
       order by 1, 2, 3, 4, 5 limit 1) n),
  ${ACTIVE}`;

/**
 * As {@link WAITING_GROUPS}, of the tags $1 in the projects from $2 to $3 alone: what waits for other tags costs nothing.
 */
const REACHABLE_GROUPS = `
  waiting as (
    select n.*, reach.last from unnest($1::text[], $2::int[], $3::int[]) as reach(tag, first, last) cross join lateral (
      select tag, project_id, template_id, app, workspace_id from task t where ${taskQueued('t')}
         and t.tag = reach.tag and t.project_id >= reach.first and t.project_id <= reach.last
       order by 1, 2, 3, 4, 5 limit 1) n
    union all
    select n.*, waiting.last from waiting cross join lateral (
      select tag, project_id, template_id, app, workspace_id from task t where ${taskQueued('t')}
         and t.tag = waiting.tag and (t.project_id, t.template_id, t.app, t.workspace_id)
           > (waiting.project_id, waiting.template_id, waiting.app, waiting.workspace_id)
         and t.project_id <= waiting.last
       order by 1, 2, 3, 4, 5 limit 1) n),
  ${ACTIVE}`;

/** A task of one of the `waiting` groups. */
export const IN_GROUP = `${taskQueued()} and task.project_id = waiting.project_id and task.template_id = waiting.template_id
  and task.tag = waiting.tag and task.app = waiting.app and task.workspace_id = waiting.workspace_id`;

/**
 * Holder of the workspace of a group, as `holder`: its task and whether that is `busy` with it, `lost` with its lock, or has a plan that
 * is `confirmed` or `undecided`. Null when nobody does.
 */
export const WORKSPACE_HOLDER = `
  left join lateral (
    select used.task_id, used.state from (
      select u.id as task_id, case u.status when 'confirmed' then 'confirmed' when 'waiting_confirmation' then 'undecided' else 'busy' end as state
        from task u where u.workspace_id = waiting.workspace_id and ${taskUsesWorkspace('u')}
      union all
      select a.task_id, 'lost' from terraform_lock l join attempt a on a.id = l.attempt_id
       where l.inventory_id = waiting.workspace_id and ${attemptUnsettled('a')}) used
     order by array_position(array['busy', 'lost', 'confirmed', 'undecided'], used.state), used.task_id limit 1
  ) holder on waiting.workspace_id <> 0`;

/** The task may begin beside the plan that `holder` has made: it is its own, or it changes nothing. */
export const besidePlan = (holder: string): string => `(task.id = ${holder} or ${taskPlansOnly()})`;

/** Largest id that a column holds. */
const MAX_ID = 2_147_483_647;

interface GroupRow {
  project_id: number;
  template_id: number;
  tag: string;
  app: string;
  workspace_id: number;
  parallel: boolean;
  max_parallel_tasks: number;
  running: number;
  task_ids: number[];
  cut: boolean;
}

/** How many tasks of a group are read: the groups share `batch`, but each has `least`. */
export interface GroupShare {
  batch: number;
  least: number;
}

/** The oldest tasks of every group that may start one and that one of these runners can take. */
export const readStartable = (on: Executor, free: readonly DrainRunner[], share: GroupShare): Promise<WaitingGroup[]> =>
  readGroups(on, startableQuery, free, share);

/** The oldest tasks of every group that one of these runners can prepare, whether the project may start one or not. */
export const readPreparable = (
  on: Executor,
  full: readonly DrainRunner[],
  share: GroupShare,
): Promise<WaitingGroup[]> => readGroups(on, preparableQuery, full, share);

async function readGroups(
  on: Executor,
  query: string,
  runners: readonly DrainRunner[],
  share: GroupShare,
): Promise<WaitingGroup[]> {
  const reaches = distinctReaches(runners);
  const offers = distinctOffers(runners);
  const found = await rows<GroupRow>(on, query, [
    reaches.map((reach) => reach.tag),
    reaches.map((reach) => reach.projectId ?? 0),
    reaches.map((reach) => reach.projectId ?? MAX_ID),
    offers.map((offer) => offer.projectId),
    offers.map((offer) => offer.tag),
    offers.map((offer) => offer.app),
    share.batch,
    share.least,
  ]);
  return found.map((group) => ({
    projectId: group.project_id,
    templateId: group.template_id,
    tag: group.tag,
    app: group.app,
    workspaceId: group.workspace_id,
    parallel: group.parallel,
    projectFree: (group.max_parallel_tasks || Infinity) - group.running,
    projectLimit: group.max_parallel_tasks || Infinity,
    taskIds: group.task_ids,
    cut: group.cut,
  }));
}

const groupsThat = (may: string): string => `
  with recursive ${REACHABLE_GROUPS},
  share as (select greatest($8::int, $7::int / greatest(count(*), 1))::int as n from waiting)
  select waiting.project_id, waiting.template_id, waiting.tag, ${neededApp('t', 'waiting.app')} as app, waiting.workspace_id,
         t.allow_parallel_tasks as parallel, p.max_parallel_tasks,
         coalesce(ap.n, 0) as running, w.task_ids, cardinality(w.task_ids) = (select n from share) as cut
    from waiting join project p on p.id = waiting.project_id and p.deleting is null join template t on t.id = waiting.template_id
    left join active_project ap on ap.project_id = waiting.project_id
    left join active a on a.project_id = waiting.project_id and a.template_id = waiting.template_id
    ${WORKSPACE_HOLDER}
    cross join lateral (
      select array_agg(id order by id) as task_ids from (
        select id from task where ${IN_GROUP}
           and (holder.state is null or holder.state in ('confirmed', 'undecided') and ${besidePlan('holder.task_id')})
         order by id limit (select n from share)) oldest) w
   where ${may} and exists (
       select from unnest($4::int[], $5::text[], $6::text[]) as offer(project_id, tag, app)
        where coalesce(offer.project_id, waiting.project_id) = waiting.project_id and offer.tag = waiting.tag
          and offer.app = ${neededApp('t', 'waiting.app')})
     and w.task_ids is not null`;

const startableQuery = groupsThat(
  `(p.max_parallel_tasks = 0 or coalesce(ap.n, 0) < p.max_parallel_tasks) and (t.allow_parallel_tasks or a.n is null)`,
);
const preparableQuery = groupsThat('t.allow_parallel_tasks and waiting.workspace_id = 0');
