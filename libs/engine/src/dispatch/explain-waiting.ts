import type { WaitingReasonCode } from '@switchyard/contracts';
import { fulfilled, settleTogether, taskQueued, throwFailed } from '@switchyard/database';
import { readRunners, type RunnerState } from './drain-state.js';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';
import { taskUpdate, UPDATE_COLUMNS, type UpdateRow } from '../life-cycle/task-update.js';
import { decideWaitingReason } from './waiting-decision.js';
import { WAITING_GROUPS } from './waiting-groups.js';

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

interface Explained {
  group: GroupRow;
  code: WaitingReasonCode;
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
function explain(
  groups: readonly GroupRow[],
  runners: readonly RunnerState[],
  switchedOff: readonly RunnerState[],
): Explained[] {
  const explained = groups.map((group) => {
    const { project_id: projectId, template_busy: templateBusy, project_full: projectFull, tag, app } = group;
    const code = decideWaitingReason({ projectId, tag, app, templateBusy, projectFull }, runners, switchedOff);
    return { group, code };
  });
  return explained.filter(({ code }) => code !== 'queued');
}

const groupsQuery = `
  with recursive ${WAITING_GROUPS}
  select waiting.*, not t.allow_parallel_tasks and a.n is not null as template_busy,
         p.max_parallel_tasks > 0 and coalesce(ap.n, 0) >= p.max_parallel_tasks as project_full
    from waiting join project p on p.id = waiting.project_id join template t on t.id = waiting.template_id
    left join active_project ap on ap.project_id = waiting.project_id
    left join active a on a.project_id = waiting.project_id and a.template_id = waiting.template_id`;

/** The tasks that were written, by group. */
async function writeReasons(engine: Engine, explained: readonly Explained[]): Promise<UpdateRow[][]> {
  const written = await rows<UpdateRow & { n: number }>(engine.dataSource, reasonsStatement, [
    explained.map(({ group }) => group.project_id),
    explained.map(({ group }) => group.template_id),
    explained.map(({ group }) => group.tag),
    explained.map(({ group }) => group.app),
    explained.map(({ code }) => code),
    BATCH,
  ]);
  return explained.map((_, i) => written.filter(({ n }) => n === i + 1));
}

const reasonsStatement = `
  with explained as (
    select * from unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::text[]) with ordinality
      as explained(project_id, template_id, tag, app, code, n)),
  stale as (
    select task.id, explained.code, explained.n from explained join task on ${taskQueued()} and task.project_id = explained.project_id
       and task.template_id = explained.template_id and task.tag = explained.tag and task.app = explained.app
     where task.waiting_reason is distinct from explained.code
     order by task.id limit $6 for no key update of task skip locked)
  update task set waiting_reason = stale.code from stale
   where task.id = stale.id and ${taskQueued()} returning ${UPDATE_COLUMNS}, stale.n::int`;
