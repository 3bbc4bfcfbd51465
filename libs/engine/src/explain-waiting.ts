import type { WaitingReason } from '@switchyard/contracts';
import { ASSIGNABLE, readRunners, WAITING_GROUPS } from './drain-state.js';
import type { Engine } from './ports.js';
import { rows } from './sql.js';
import { taskUpdate, UPDATE_COLUMNS, type UpdateRow } from './task-update.js';
import { decideWaitingReason } from './waiting-decision.js';
import { waitingReason } from './waiting-reason.js';

/** Most tasks whose reason is written at once; the next call goes on. */
const BATCH = 1_000;

interface GroupRow {
  project_id: number;
  template_id: number;
  tag: string;
  app: string;
  template_busy: boolean;
  project_full: boolean;
}

/**
 * Writes into each task that waits for a runner why it does, where that has changed. To be called when a drain has assigned all it
 * could; it takes no lock that a drain waits for, and skips tasks that a drain is about to move.
 * @returns the number of tasks written
 */
export async function explainWaiting(engine: Engine): Promise<number> {
  const groups = await rows<GroupRow>(engine.dataSource, groupsQuery);
  if (groups.length === 0) {
    return 0;
  }
  const runners = await readRunners(engine.dataSource);
  const reasons = groups.map((group) => {
    const { project_id: projectId, template_busy: templateBusy, project_full: projectFull, tag, app } = group;
    return waitingReason(decideWaitingReason({ projectId, tag, app, templateBusy, projectFull }, runners), tag, app);
  });
  const changed = await writeReasons(engine, groups, reasons);
  for (const task of changed) {
    engine.signals.taskChanged(taskUpdate(task));
  }
  return changed.length;
}

const groupsQuery = `
  with recursive ${WAITING_GROUPS}
  select g.*, not t.allow_parallel_tasks and a.n is not null as template_busy,
         p.max_parallel_tasks > 0 and coalesce(ap.n, 0) >= p.max_parallel_tasks as project_full
    from g join project p on p.id = g.project_id join template t on t.id = g.template_id
    left join active_project ap on ap.project_id = g.project_id
    left join active a on a.project_id = g.project_id and a.template_id = g.template_id`;

function writeReasons(
  engine: Engine,
  groups: readonly GroupRow[],
  reasons: readonly WaitingReason[],
): Promise<UpdateRow[]> {
  return rows<UpdateRow>(engine.dataSource, reasonsStatement, [
    groups.map((group) => group.project_id),
    groups.map((group) => group.template_id),
    groups.map((group) => group.tag),
    groups.map((group) => group.app),
    reasons.map((reason) => reason.code),
    reasons.map((reason) => reason.text),
    BATCH,
  ]);
}

const reasonsStatement = `
  with x as (
    select * from unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[])
      as x(project_id, template_id, tag, app, code, reason)),
  stale as (
    select task.id, x.code, x.reason from x join task on task.${ASSIGNABLE} and task.project_id = x.project_id
       and task.template_id = x.template_id and task.tag = x.tag and task.app = x.app
     where (task.waiting_reason, task.waiting_reason_text) is distinct from (x.code, x.reason)
     order by task.id limit $7 for no key update of task skip locked)
  update task set waiting_reason = stale.code, waiting_reason_text = stale.reason from stale
   where task.id = stale.id and task.${ASSIGNABLE} returning ${UPDATE_COLUMNS}`;
