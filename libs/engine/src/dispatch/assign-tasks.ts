import { problem } from '@switchyard/contracts';
import { isOwnFault, reasonOf, settleEach } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { chooseAssignments, type Assignment, type WaitingGroup } from './choose-assignments.js';
import { freeRunners, readRunners, type RunnerLoad, unpreparedRunners } from './runner-load.js';
import { failWaiting } from '../attempts/fail-attempt.js';
import type { Engine } from '../ports.js';
import { type Executor, rows } from '../statements/sql.js';
import { announceMoves } from '../life-cycle/announce-moves.js';
import { type MovedTask, mover } from '../life-cycle/mover.js';
import type { ProjectRotation } from './project-rotation.js';
import { traceAssigned } from '../launch/traced-launch.js';
import { chooseReservations } from './choose-reservations.js';
import { reserve } from '../reservations/reservations.js';
import { type GroupShare, readPreparable, readStartable } from './waiting-groups.js';
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
 * The limits hold at every moment: only a drain raises the counts they compare, and everything else lowers them or, by `handOver`, leaves them.
 *
 * For a runner that gets work while more waits, tasks are reserved that it may prepare meanwhile, and for one that has no free slot, or whose slots
 * come free often, and prepares too few; the tasks go on waiting.
 *
 * A task whose assignment is refused is left out; when its own row is to blame it ends as `error`.
 *
 * @returns the number of tasks assigned
 */
export async function assignTasks(engine: Engine, rotation: ProjectRotation): Promise<number> {
  let total = 0;
  const aside = new Set<number>();
  for (;;) {
    const { assigned, refused, more, preparing } = await wholeOrApart(engine.dataSource, (manager, together) =>
      drainOnce(manager, together, { rotation, aside }),
    );
    announceMoves(engine, 'assigned', assigned, { reason: 'task assigned' });
    await traceAssigned(engine, assigned);
    if (preparing.length > 0) {
      engine.signals.runnersWoken(preparing);
    }
    total += assigned.length;
    refused.forEach(({ taskId }) => aside.add(taskId));
    await settleEach(refused, (task) => failRefused(engine, task));
    if (!more && refused.length === 0) {
      return total;
    }
  }
}

/** A task that cannot be assigned, and why. */
interface Refused {
  taskId: number;
  error: unknown;
}

interface Drained {
  assigned: MovedTask[];
  refused: Refused[];
  /** Another round may assign something. */
  more: boolean;
  /** Runners that may prepare a task, although none was assigned. */
  preparing: number[];
}

interface DrainMemory {
  rotation: ProjectRotation;
  /** Tasks that could not be assigned. */
  aside: ReadonlySet<number>;
}

async function drainOnce(manager: EntityManager, together: Together, memory: DrainMemory): Promise<Drained> {
  const { rotation, aside } = memory;
  await rows(manager, lockStatement, [String(IDLE_TIMEOUT_MS), DRAIN_LOCK]);
  const runners = await readRunners(manager);
  const free = freeRunners(runners);
  const groups = without(free.length > 0 ? await readStartable(manager, free, shareFor(runners)) : [], aside);
  const online = runners.filter((runner) => runner.online);
  const plan = chooseAssignments(groups, online, rotation, BATCH);
  if (plan.length === 0) {
    return { assigned: [], refused: [], more: false, preparing: await prepareMore(manager, runners, memory) };
  }
  const settled = await together(plan, writeAssignments);
  rotation.note(plan.map((assignment) => assignment.projectId));
  const more = hasMore(plan, groups);
  const preparing = new Set(more ? [] : plan.map(({ runnerId }) => runnerId));
  await reserveInTurn(manager, chooseReservations(groups, runners, rotation, { plan, preparing }), rotation);
  return {
    preparing: [],
    assigned: settled.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : [])),
    refused: settled.flatMap((each, i) =>
      each.status === 'rejected' ? [{ taskId: plan[i]?.taskId ?? 0, error: each.reason as unknown }] : [],
    ),
    more,
  };
}

/** Reserves tasks for runners that prepare too few: theirs have lapsed or have begun, or the tasks came later. @returns their ids */
async function prepareMore(
  manager: EntityManager,
  runners: readonly RunnerLoad[],
  { rotation, aside }: DrainMemory,
): Promise<number[]> {
  const unprepared = unpreparedRunners(runners);
  if (unprepared.length === 0) {
    return [];
  }
  const groups = without(await readPreparable(manager, unprepared, shareFor(runners)), aside);
  const preparing = new Set(unprepared.map(({ id }) => id));
  const plan = chooseReservations(groups, runners, rotation, { plan: [], preparing });
  await reserveInTurn(manager, plan, rotation);
  return [...new Set(plan.map(({ runnerId }) => runnerId))];
}

/** Reserves tasks and notes their place in the order of reservations. */
async function reserveInTurn(
  manager: EntityManager,
  plan: readonly Assignment[],
  rotation: ProjectRotation,
): Promise<void> {
  await reserve(manager, plan);
  rotation.noteReserved(plan.map(({ projectId }) => projectId));
}

/** Size of the batch. A reserved task counts for no other runner, so as many more tasks are looked at. */
const shareFor = (runners: readonly RunnerLoad[]): GroupShare => ({
  batch: BATCH + runners.reduce((sum, { reserved }) => sum + reserved.length, 0),
  least: PER_GROUP,
});

const without = (groups: readonly WaitingGroup[], aside: ReadonlySet<number>): WaitingGroup[] =>
  groups
    .map((group) => ({ ...group, taskIds: group.taskIds.filter((id) => !aside.has(id)) }))
    .filter(({ taskIds }) => taskIds.length > 0);

/** Fails a task whose refusal is its own fault; after other errors a later drain tries again. */
async function failRefused(engine: Engine, { taskId, error }: Refused): Promise<void> {
  if (isOwnFault(error)) {
    await failWaiting(engine, taskId, problem('task_ungivable', { reason: reasonOf(error) }));
  }
}

/** The statements of a drain are the same each time; planning them again takes several times as long as running them. */
const lockStatement = `
  select set_config('idle_in_transaction_session_timeout', $1, true),
         set_config('plan_cache_mode', 'force_generic_plan', true), pg_advisory_xact_lock($2)`;

/** True when another round may assign something: this one was cut, or took all that was read of a longer group. */
function hasMore(plan: readonly Assignment[], groups: readonly WaitingGroup[]): boolean {
  const taken = new Set(plan.map((assignment) => assignment.taskId));
  return plan.length === BATCH || groups.some(({ cut, taskIds }) => cut && taskIds.every((id) => taken.has(id)));
}

const assign = mover('assigned', ['task']);

/** Each task as it is then; undefined when it had moved on. */
const writeAssignments = (on: Executor, plan: readonly Assignment[]): Promise<(MovedTask | undefined)[]> =>
  assign(
    on,
    plan.map(({ taskId, runnerId }) => ({ task: taskId, runner: runnerId })),
  );
