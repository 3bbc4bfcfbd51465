import { LEASE_TTL_SECONDS } from '@switchyard/contracts';
import { isOwnFault, messageOf, settleEach } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { planAssignments, type Assignment, type WaitingGroup } from './assignment-plan.js';
import { freeRunners, readRunners } from './drain-state.js';
import { failWaiting } from '../attempts/fail-attempt.js';
import type { Engine } from '../ports.js';
import { type Executor, rows } from '../statements/sql.js';
import { insertStep } from '../history/task-history.js';
import { statusMove } from '../life-cycle/task-status.js';
import { taskUpdate, UPDATE_COLUMNS, type UpdateRow } from '../life-cycle/task-update.js';
import type { ProjectRotation } from './project-rotation.js';
import { readStartable } from './waiting-groups.js';
import { type Together, wholeOrApart } from '../statements/whole-or-apart.js';

/** Advisory lock of the drain; the number means nothing but must be the same in every process. */
const DRAIN_LOCK = 727_273;
/** A drainer that dies without a word gives the lock back after this time. */
const IDLE_TIMEOUT_MS = 10_000;
/** Most tasks assigned in one transaction. */
const BATCH = 50;
/** Tasks looked at of each group however many groups there are. */
const PER_GROUP = 8;

/**
 * Gives waiting tasks to runners until nothing more fits. One drainer in the whole installation works at a time; the
 * others wait, so that each sees what the one before has done.
 *
 * The limits hold at every moment: only a drain raises the counts they compare, and everything else lowers them.
 *
 * A task whose assignment is refused is left out; when its own row is to blame it ends as `error`.
 *
 * @returns the number of tasks assigned
 */
export async function assignTasks(engine: Engine, rotation: ProjectRotation): Promise<number> {
  let total = 0;
  const aside = new Set<number>();
  for (;;) {
    const { assigned, refused, more } = await wholeOrApart(engine.dataSource, (manager, together) =>
      drainOnce(manager, together, { rotation, aside }),
    );
    announce(engine, assigned);
    total += assigned.length;
    refused.forEach(({ taskId }) => aside.add(taskId));
    await settleEach(refused, (task) => failRefused(engine, task));
    if (!more && refused.length === 0) {
      return total;
    }
  }
}

interface AssignedRow extends UpdateRow {
  runner_id: number;
}

/** A task that cannot be assigned, and why. */
interface Refused {
  taskId: number;
  error: unknown;
}

interface Drained {
  assigned: AssignedRow[];
  refused: Refused[];
  /** Another round may assign something. */
  more: boolean;
}

async function drainOnce(
  manager: EntityManager,
  together: Together,
  { rotation, aside }: { rotation: ProjectRotation; aside: ReadonlySet<number> },
): Promise<Drained> {
  await rows(manager, lockStatement, [String(IDLE_TIMEOUT_MS), DRAIN_LOCK]);
  const free = freeRunners(await readRunners(manager));
  const startable = free.length > 0 ? await readStartable(manager, free, { batch: BATCH, least: PER_GROUP }) : [];
  const groups = aside.size > 0 ? without(startable, aside) : startable;
  const plan = planAssignments(groups, free, rotation, BATCH);
  if (plan.length === 0) {
    return { assigned: [], refused: [], more: false };
  }
  const settled = await together(plan, writeAssignments);
  rotation.note(plan.map((assignment) => assignment.projectId));
  return {
    assigned: settled.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : [])),
    refused: settled.flatMap((each, i) =>
      each.status === 'rejected' ? [{ taskId: plan[i]?.taskId ?? 0, error: each.reason as unknown }] : [],
    ),
    more: hasMore(plan, groups),
  };
}

const without = (groups: readonly WaitingGroup[], aside: ReadonlySet<number>): WaitingGroup[] =>
  groups
    .map((group) => ({ ...group, taskIds: group.taskIds.filter((id) => !aside.has(id)) }))
    .filter(({ taskIds }) => taskIds.length > 0);

/** What may pass is tried again by a later drain. */
async function failRefused(engine: Engine, { taskId, error }: Refused): Promise<void> {
  if (isOwnFault(error)) {
    await failWaiting(engine, taskId, `It cannot be given to a runner: ${messageOf(error)}`);
  }
}

/** The statements of a drain are the same each time; planning them anew takes several times as long as running them. */
const lockStatement = `
  select set_config('idle_in_transaction_session_timeout', $1, true),
         set_config('plan_cache_mode', 'force_generic_plan', true), pg_advisory_xact_lock($2)`;

/** True when another round may assign something: this one was cut, or took all that was read of a longer group. */
function hasMore(plan: readonly Assignment[], groups: readonly WaitingGroup[]): boolean {
  const taken = new Set(plan.map((assignment) => assignment.taskId));
  return plan.length === BATCH || groups.some(({ cut, taskIds }) => cut && taskIds.every((id) => taken.has(id)));
}

const move = statusMove('starting', ['waiting', 'confirmed']);

/** Each task as it is then; undefined when it had moved on. */
async function writeAssignments(on: Executor, plan: readonly Assignment[]): Promise<(AssignedRow | undefined)[]> {
  const moved = await rows<AssignedRow>(
    on,
    `with x as (select * from unnest($1::int[], $2::int[]) as x(task, runner)),
     moved as (
       update task set ${move.set}, attempt_number = attempt_number + 1, runner_id = x.runner,
           log_attempt = case when decided is null then attempt_number + 1 else log_attempt end,
           waiting_reason = null, waiting_reason_text = null
         from x where task.id = x.task and ${move.guard}
         returning ${UPDATE_COLUMNS}, task.runner_id, task.attempt_number, task.log_attempt, task.decided),
     attempts as (
       insert into attempt (task_id, number, project_id, template_id, runner_id, lease_id, lease_until, status)
         select id, attempt_number, project_id, template_id, runner_id, gen_random_uuid(),
                now() + make_interval(secs => $3), 'starting' from moved
         returning id, project_id, task_id, number, lease_id),
     logs as (
       insert into attempt_log (attempt_id, project_id, task_id, attempt, lease_id, base_line, next_line)
         select a.id, a.project_id, a.task_id, moved.log_attempt, a.lease_id, coalesce(before.lines, 0),
                coalesce(before.lines, 0)
           from attempts a join moved on moved.id = a.task_id
           left join lateral (
             select max(l.next_line) as lines from attempt earlier join attempt_log l on l.attempt_id = earlier.id
              where earlier.task_id = a.task_id and l.attempt = moved.log_attempt) before on true),
     history as (${assigned})
     select * from moved`,
    [plan.map((one) => one.taskId), plan.map((one) => one.runnerId), LEASE_TTL_SECONDS],
  );
  const byId = new Map(moved.map((task) => [task.id, task]));
  return plan.map(({ taskId }) => byId.get(taskId));
}

const assigned = insertStep({
  kind: 'assigned',
  source: 'moved task join attempts on attempts.task_id = task.id',
  from: `case when task.decided is null then 'waiting' else 'confirmed' end`,
  to: 'task.status',
  attempt: 'attempts.id',
  runner: 'task.runner_id',
  detail: `jsonb_build_object('number', attempts.number)`,
});

function announce(engine: Engine, assigned: readonly AssignedRow[]): void {
  if (assigned.length === 0) {
    return;
  }
  engine.signals.runnersWoken(assigned.map((task) => task.runner_id));
  for (const task of assigned) {
    engine.signals.taskChanged(taskUpdate(task));
  }
}
