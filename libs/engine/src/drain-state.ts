import type { RunnerApp } from '@switchyard/contracts';
import type { WaitingGroup } from './assignment-plan.js';
import { isFree, lowerLimit, type DrainRunner } from './runner-matching.js';
import { rows, type Executor } from './sql.js';
import { RUNNER_OFFLINE_SECONDS } from './touch-runner.js';

/** A runner as it stands in the database, with what it has to do. */
export interface RunnerState extends DrainRunner {
  /** It was heard lately, is not paused and is not told to take nothing. */
  online: boolean;
}

interface RunnerRow {
  id: number;
  project_id: number | null;
  tags: string[];
  apps: RunnerApp[];
  max_parallel_tasks: number;
  own_max_parallel_tasks: number;
  online: boolean;
  used: number;
}

/** Every runner that is switched on. */
export async function readRunners(on: Executor): Promise<RunnerState[]> {
  const found = await rows<RunnerRow>(
    on,
    `select r.id, r.project_id, r.tags, r.apps, r.max_parallel_tasks, r.own_max_parallel_tasks,
            coalesce(r.touched > now() - make_interval(secs => $1), false) and not r.draining
              and r.paused_reason is null as online, coalesce(c.n, 0)::int as used
       from runner r
       left join (select runner_id, count(*) as n from attempt where status in ('starting', 'running') group by 1) c
         on c.runner_id = r.id
      where r.active order by r.id`,
    [RUNNER_OFFLINE_SECONDS],
  );
  return found.map((runner) => ({
    id: runner.id,
    projectId: runner.project_id,
    tags: runner.tags,
    apps: runner.apps.map((app) => app.id),
    limit: lowerLimit(runner.max_parallel_tasks, runner.own_max_parallel_tasks),
    used: runner.used,
    online: runner.online,
  }));
}

/** Runners that can take a task now. */
export const freeRunners = (runners: readonly RunnerState[]): RunnerState[] =>
  runners.filter((runner) => runner.online && isFree(runner));

/** Tasks that a drain may give to a runner; written as the index `task_waiting` has it. */
export const ASSIGNABLE = `status in ('waiting', 'confirmed')`;

/**
 * Visits every (project, template, tag, app) that has waiting tasks by skipping from one to the next in the index, so
 * that its cost grows with their number and not with the number of tasks.
 */
export const WAITING_GROUPS = `
  g as (
    (select project_id, template_id, tag, app from task where ${ASSIGNABLE} order by 1, 2, 3, 4 limit 1)
    union all
    select n.* from g cross join lateral (
      select project_id, template_id, tag, app from task t where ${ASSIGNABLE}
         and (t.project_id, t.template_id, t.tag, t.app) > (g.project_id, g.template_id, g.tag, g.app)
       order by 1, 2, 3, 4 limit 1) n),
  active as (
    select project_id, template_id, count(*)::int as n from attempt
     where status in ('starting', 'running') group by 1, 2),
  active_project as (select project_id, sum(n)::int as n from active group by 1)`;

interface GroupRow {
  project_id: number;
  template_id: number;
  tag: string;
  app: string;
  parallel: boolean;
  max_parallel_tasks: number;
  running: number;
  task_ids: number[];
}

/**
 * The oldest tasks of every group that may start one and for which some runner is free.
 * @param perGroup most tasks of a group
 */
export async function readStartable(
  on: Executor,
  free: readonly DrainRunner[],
  perGroup: number,
): Promise<WaitingGroup[]> {
  const offers = distinctOffers(free);
  const found = await rows<GroupRow>(on, startableQuery, [
    offers.map((offer) => offer.projectId),
    offers.map((offer) => offer.tag),
    offers.map((offer) => offer.app),
    perGroup,
  ]);
  return found.map((group) => ({
    projectId: group.project_id,
    templateId: group.template_id,
    tag: group.tag,
    app: group.app,
    parallel: group.parallel,
    projectFree: group.max_parallel_tasks === 0 ? Infinity : group.max_parallel_tasks - group.running,
    taskIds: group.task_ids,
  }));
}

const startableQuery = `
  with recursive ${WAITING_GROUPS}
  select g.*, t.allow_parallel_tasks as parallel, p.max_parallel_tasks, coalesce(ap.n, 0) as running, w.task_ids
    from g join project p on p.id = g.project_id join template t on t.id = g.template_id
    left join active_project ap on ap.project_id = g.project_id
    left join active a on a.project_id = g.project_id and a.template_id = g.template_id
    cross join lateral (
      select array_agg(id order by id) as task_ids from (
        select id from task where ${ASSIGNABLE} and project_id = g.project_id and template_id = g.template_id
           and tag = g.tag and app = g.app order by id limit $4) oldest) w
   where (p.max_parallel_tasks = 0 or coalesce(ap.n, 0) < p.max_parallel_tasks)
     and (t.allow_parallel_tasks or a.n is null)
     and exists (
       select from unnest($1::int[], $2::text[], $3::text[]) as offer(project_id, tag, app)
        where coalesce(offer.project_id, g.project_id) = g.project_id and offer.tag = g.tag and offer.app = g.app)
     and w.task_ids is not null`;

interface Offer {
  projectId: number | null;
  tag: string;
  app: string;
}

/** What the free runners offer, each combination once. A runner without tags offers the tag `''`. */
function distinctOffers(free: readonly DrainRunner[]): Offer[] {
  const offers = new Map<string, Offer>();
  for (const { projectId, tags, apps } of free) {
    for (const tag of tags.length > 0 ? tags : ['']) {
      for (const app of apps) {
        offers.set(`${projectId} ${tag} ${app}`, { projectId, tag, app });
      }
    }
  }
  return [...offers.values()];
}
