import type { WaitingFor } from '@switchyard/contracts';
import { fulfilled, neededApp, settleTogether, taskQueued, throwFailed } from '@switchyard/database';
import { readRunners, type RunnerLoad } from './runner-load.js';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';
import { taskUpdate, UPDATE_COLUMNS, type UpdateRow } from '../life-cycle/task-update.js';
import {
  decideWaitingReason,
  isOfWorkspace,
  type WaitingDecision,
  type WaitingSituation,
  type WorkspaceStatus,
} from './waiting-decision.js';
import { besidePlan, IN_GROUP, WAITING_GROUPS, WORKSPACE_HOLDER } from './waiting-groups.js';

/** Most tasks whose reason is written at once; the next call goes on. */
const BATCH = 1_000;

interface GroupRow {
  project_id: number;
  template_id: number;
  tag: string;
  app: string;
  /** What its runner must have. */
  needed_app: string;
  workspace_id: number;
  template_busy: boolean;
  project_full: boolean;
  /** Who has the workspace; null = nobody. */
  holder_id: number | null;
  holder_state: WorkspaceStatus | null;
  workspace: string | null;
}

/** A reason of some tasks of a group. */
interface Explained extends WaitingDecision {
  group: GroupRow;
  /** Whether it is that of the tasks that may begin beside a plan, or of the others; `null` = of all. */
  beside: boolean | null;
}

/**
 * Writes into each task that waits for a runner why it does, where that has changed. To be called when a drain has
 * assigned all it could; it takes no lock that a drain waits for, and skips tasks that a drain is about to move.
 * @returns the number of tasks written
 * @throws AggregateError for groups whose tasks could not be written, when all the others are done
 */
export async function explainWaiting(engine: Engine): Promise<number> {
  const groups = await rows<GroupRow>(engine.dataSource, groupsQuery);
  if (groups.length === 0) {
    return 0;
  }
  const [runners, switchedOff] = await Promise.all([
    readRunners(engine.dataSource),
    readRunners(engine.dataSource, false),
  ]);
  const explained = explain(groups, runners, switchedOff);
  const settled = await settleTogether(explained, (some) => writeReasons(engine, some));
  const changed = fulfilled(settled).flat();
  for (const task of changed) {
    engine.signals.taskChanged(taskUpdate(task));
  }
  throwFailed('groups of waiting tasks', settled);
  return changed.length;
}

/** Leaves out what nothing holds back: the next drain starts it, and its reason would be gone as soon as it is written. */
const explain = (
  groups: readonly GroupRow[],
  runners: readonly RunnerLoad[],
  switchedOff: readonly RunnerLoad[],
): Explained[] =>
  groups
    .flatMap((group) => {
      const behind = (workspace: WorkspaceStatus | null, beside: boolean | null): Explained => ({
        group,
        beside,
        ...decideWaitingReason(situationOf(group, workspace), runners, switchedOff),
      });
      const { holder_state: state } = group;
      return isPlan(state) ? [behind(state, false), behind(null, true)] : [behind(state, null)];
    })
    .filter(({ code }) => code !== 'queued');

const isPlan = (state: WorkspaceStatus | null): boolean => state === 'confirmed' || state === 'undecided';

const situationOf = (group: GroupRow, workspace: WorkspaceStatus | null): WaitingSituation => ({
  projectId: group.project_id,
  tag: group.tag,
  app: group.needed_app,
  workspace,
  templateBusy: group.template_busy,
  projectFull: group.project_full,
});

const groupsQuery = `
  with recursive ${WAITING_GROUPS}
  select waiting.*, ${neededApp('t', 'waiting.app')} as needed_app, not t.allow_parallel_tasks and a.n is not null as template_busy,
         p.max_parallel_tasks > 0 and coalesce(ap.n, 0) >= p.max_parallel_tasks as project_full,
         holder.task_id as holder_id, holder.state as holder_state, i.inventory as workspace
    from waiting join project p on p.id = waiting.project_id join template t on t.id = waiting.template_id
    left join active_project ap on ap.project_id = waiting.project_id
    left join active a on a.project_id = waiting.project_id and a.template_id = waiting.template_id
    ${WORKSPACE_HOLDER}
    left join inventory i on i.id = waiting.workspace_id`;

/** The tasks that were written, by group. */
async function writeReasons(engine: Engine, explained: readonly Explained[]): Promise<UpdateRow[][]> {
  const written = await rows<UpdateRow & { n: number }>(engine.dataSource, reasonsStatement, [
    explained.map(({ group }) => group.project_id),
    explained.map(({ group }) => group.template_id),
    explained.map(({ group }) => group.tag),
    explained.map(({ group }) => group.app),
    explained.map(({ group }) => group.workspace_id),
    explained.map(({ group }) => group.holder_id),
    explained.map(({ beside }) => beside),
    explained.map(({ code }) => code),
    explained.map(waitingFor),
    BATCH,
  ]);
  return explained.map((_, i) => written.filter(({ n }) => n === i + 1));
}

/** JSON of the task that uses the workspace, or of the runner, where that is the reason. */
function waitingFor({ code, runner, group: { holder_id: task, workspace } }: Explained): string | null {
  if (runner !== null) {
    return JSON.stringify({ runner } satisfies WaitingFor);
  }
  return isOfWorkspace(code) ? JSON.stringify({ task, workspace: workspace ?? '' } as WaitingFor) : null;
}

const reasonsStatement = `
  with waiting as (
    select * from unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::int[], $6::int[], $7::bool[], $8::text[], $9::jsonb[])
      with ordinality as waiting(project_id, template_id, tag, app, workspace_id, holder, beside, code, waiting_for, n)),
  stale as (
    select task.id, waiting.code, waiting.waiting_for, waiting.n from waiting join task on ${IN_GROUP}
     where (waiting.beside is null or waiting.beside = ${besidePlan('waiting.holder')})
       and (task.waiting_reason is distinct from waiting.code or task.waiting_for is distinct from waiting.waiting_for)
     order by task.id limit $10 for no key update of task skip locked)
  update task set waiting_reason = stale.code, waiting_for = stale.waiting_for from stale
   where task.id = stale.id and ${taskQueued()} returning ${UPDATE_COLUMNS}, stale.n::int`;
