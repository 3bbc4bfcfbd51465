import type { AttemptLease, Directions, HeldAttempt, Order, TaskStatus } from '@switchyard/contracts';
import { attemptAlive, StatementBatcher, type AttemptStatus, settleEach, givenArrays } from '@switchyard/database';
import { announceMoves } from '../life-cycle/announce-moves.js';
import { closeTask } from '../life-cycle/close-task.js';
import { directionsFor } from '../leases/directions.js';
import type { Holding } from '../leases/renew-leases.js';
import { perEngine } from '../statements/per-engine.js';
import type { Engine } from '../ports.js';
import { RESERVED_ATTEMPTS, type ReservedAttempt } from '../reservations/reservations.js';
import { rows, type Executor } from '../statements/sql.js';
import { insertTaskEvent } from '../history/insert-task-event.js';

/** An attempt that its runner does not hold yet. */
export interface AssignedAttempt {
  attempt: number;
  lease: string;
  taskId: number;
  /** Number of the attempt, from 1. */
  number: number;
}

/** Work for a runner that it does not know of yet. */
export interface RunnerAssignments extends Directions {
  jobs: AssignedAttempt[];
  /** Attempts that it may prepare, the oldest task first. */
  ahead: ReservedAttempt[];
}

/** The attempts that a runner has. */
export interface RunnerHands {
  held: readonly HeldAttempt[];
  /** Attempts that it prepares ahead; absent = it never does. */
  prepared?: readonly AttemptLease[] | undefined;
}

/** Work for a runner as the database has it. */
export interface RunnerWork {
  /** Its attempts that are alive. */
  living: readonly LivingAttempt[];
  reserved: readonly ReservedAttempt[];
}

/** An attempt of a runner that is alive. */
export interface LivingAttempt {
  id: number;
  lease: string;
  task_id: number;
  number: number;
  status: AttemptStatus;
  order: Order;
  task_status: TaskStatus;
}

/**
 * Jobs that the runner does not hold, orders it has not acted on, attempts that are not its own any more. Nothing is
 * marked as delivered, so a lost answer repeats. A job that is to stop before the runner has taken it ends here; where
 * that fails it is tried again with the next call.
 */
export async function readAssignments(
  engine: Engine,
  runnerId: number,
  hands: RunnerHands,
): Promise<RunnerAssignments> {
  return toAssignments(engine, hands, await claims(engine).run({ runnerId, held: hands.held }));
}

export async function toAssignments(
  engine: Engine,
  { held, prepared }: RunnerHands,
  { living, reserved }: RunnerWork,
): Promise<RunnerAssignments> {
  const leases = new Map(living.map((attempt) => [attempt.id, attempt.lease]));
  const owned = held.filter(({ attempt, lease }) => leases.get(attempt) === lease);
  const foreign = held.filter((attempt) => !owned.includes(attempt)).map(({ attempt }) => attempt);
  const { orders, stale } = directionsFor(owned, new Map(living.map(({ id, order }) => [id, order])));

  const ids = new Set(owned.map(({ attempt }) => attempt));
  const untaken = living.filter(({ id, status }) => status === 'starting' && !ids.has(id));
  const unwanted = untaken.filter(({ order }) => order === 'stop');
  await settleEach(unwanted, (attempt) => endUntaken(engine, attempt));
  const jobs = untaken.filter(({ order }) => order === 'none').map(asJob);
  const ahead = prepared ? reserved.filter((each) => !prepared.some(isOf(each))) : [];
  const isOpen = (each: AttemptLease): boolean => leases.get(each.attempt) === each.lease || reserved.some(isOf(each));
  const lapsed = (prepared ?? []).filter((each) => !isOpen(each)).map(({ attempt }) => attempt);
  return { jobs, ahead, orders, stale: [...stale, ...foreign, ...lapsed] };
}

const isOf =
  (one: AttemptLease) =>
  ({ attempt, lease }: AttemptLease): boolean =>
    attempt === one.attempt && lease === one.lease;

const claims = perEngine(
  ({ dataSource }) => new StatementBatcher((polling: readonly Holding[]) => claimLiving(dataSource, polling)),
);

/** The attempts of each runner that are alive. Attempts that it takes by the answer are noted in the history. */
async function claimLiving(on: Executor, polling: readonly Holding[]): Promise<RunnerWork[]> {
  const runnerIds = [...new Set(polling.map(({ runnerId }) => runnerId))];
  const found = await rows<{ runner_id: number; living: LivingAttempt[] | null; reserved: ReservedAttempt[] | null }>(
    on,
    claimStatement,
    [runnerIds, ...heldColumns(polling)],
  );
  const byRunner = new Map(
    found.map(({ runner_id: id, living, reserved }) => [id, { living: living ?? [], reserved: reserved ?? [] }]),
  );
  return polling.map(({ runnerId }) => byRunner.get(runnerId) ?? { living: [], reserved: [] });
}

/** Parameters `$2` to `$4` of a statement with {@link LIVING}. */
export function heldColumns(polling: readonly Holding[]): [number[], number[], string[]] {
  const held = polling.flatMap(({ runnerId, held }) => held.map((attempt) => ({ runnerId, ...attempt })));
  return [held.map(({ runnerId }) => runnerId), held.map(({ attempt }) => attempt), held.map(({ lease }) => lease)];
}

const claimed = insertTaskEvent(
  'claimed',
  `(select id as attempt_id, task_id as id, project_id, runner_id from living
     where status = 'starting' and "order" = 'none'
       and (runner_id, id, lease_id) not in (select runner, attempt, lease from held)) task`,
  { origin: `'runner'`, attempt: 'task.attempt_id', runner: 'task.runner_id' },
);

/** The CTEs that find the attempts of the runners that the CTE `polling` names, and note which of them are taken. */
export const LIVING = `
  held as (select * from unnest(${givenArrays([2, 'int'], [3, 'int'], [4, 'uuid'])}) as held(runner, attempt, lease)),
  living as (
    select a.id, a.lease_id, a.task_id, a.project_id, a.runner_id, a.number, a.status, a."order",
           task.status as task_status
      from polling join attempt a on a.runner_id = polling.runner_id join task on task.id = a.task_id
     where ${attemptAlive('a')}),
  history as (${claimed}),
  listed as (
    select runner_id, json_agg(json_build_object('id', id, 'lease', lease_id, 'task_id', task_id, 'number', number,
             'status', status, 'order', "order", 'task_status', task_status) order by id) as living
      from living group by runner_id)`;

const claimStatement = `
  with polling as (select unnest(${givenArrays([1, 'int'])}) as runner_id),
  ${LIVING}
  select runner.id as runner_id, living, ${RESERVED_ATTEMPTS} as reserved
    from polling join runner on runner.id = polling.runner_id left join listed on listed.runner_id = runner.id`;

const asJob = ({ id, lease, task_id, number }: LivingAttempt): AssignedAttempt => ({
  attempt: id,
  lease,
  taskId: task_id,
  number,
});

async function endUntaken(engine: Engine, attempt: LivingAttempt): Promise<void> {
  const closed = await closeTask(engine.dataSource, {
    taskId: attempt.task_id,
    from: attempt.task_status,
    attemptNumber: attempt.number,
    to: 'stopped',
    outcome: 'forced',
    end: null,
  });
  announceMoves(engine, 'finished', closed ? [closed] : [], { reason: 'task stopped', byHolder: true });
}
