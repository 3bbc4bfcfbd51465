import type { AttemptLease, Order, TaskStatus } from '@switchyard/contracts';
import { StatementBatcher, type AttemptOutcome, type AttemptStatus } from '@switchyard/database';
import { HAS_AUTORUN } from '../launch/autorun-deploys.js';
import { LeaseLostError } from '../errors.js';
import { perEngine } from '../statements/per-engine.js';
import type { Engine } from '../ports.js';
import { END_NOTIFIES_RUNNERS } from '../outbox/runner-notifications.js';
import { type Executor, inOrder, type Numbered, rows } from '../statements/sql.js';
import { noteRefusals } from '../history/refused-calls.js';

/** An attempt and its task as they are now. */
export interface HeldAttemptFacts {
  task_id: number;
  task_status: TaskStatus;
  /** Number of the attempt. */
  number: number;
  attempt_status: AttemptStatus;
  order: Order;
  outcome: AttemptOutcome | null;
  /** Lines of this attempt stored. */
  next_line: number;
  /** It has left a plan that waits for a decision. */
  plan_stored: boolean;
  /** It applies a plan that was reviewed. */
  is_reviewed: boolean;
  /** Some runner that may hear of its end has a webhook. */
  notifies_runners: boolean;
  /** Some template deploys by itself what the task makes. */
  has_autorun: boolean;
  /** The workspace whose state the task works on; 0 = none. */
  workspace_id: number;
}

/** An attempt and the runner that claims to hold it. */
interface Claimed extends AttemptLease {
  runnerId: number;
}

/**
 * Reads the attempt that a runner claims to hold. A refusal is noted in the history of the task.
 * @param call names what the runner wanted
 * @throws LeaseLostError when the lease is not the attempt's, the runner is another one, or the control plane ended it
 */
export async function readHeldAttempt(
  engine: Engine,
  runnerId: number,
  held: AttemptLease,
  call: string,
): Promise<HeldAttemptFacts> {
  const state = await reads(engine).run({ ...held, runnerId });
  if (!state || state.outcome === 'lease_expired' || state.outcome === 'forced') {
    await noteRefusals(engine.dataSource, call, [held.attempt], runnerId);
    throw new LeaseLostError();
  }
  return state;
}

/**
 * As `readHeldAttempt`, for calls that make no sense after the end.
 * @throws LeaseLostError also when the runner has reported the end
 */
export async function readLivingAttempt(
  engine: Engine,
  runnerId: number,
  held: AttemptLease,
  call: string,
): Promise<HeldAttemptFacts> {
  const state = await readHeldAttempt(engine, runnerId, held, call);
  if (state.attempt_status === 'ended') {
    await noteRefusals(engine.dataSource, call, [held.attempt], runnerId);
    throw new LeaseLostError();
  }
  return state;
}

const reads = perEngine(
  ({ dataSource }) => new StatementBatcher((claimed: readonly Claimed[]) => readAll(dataSource, claimed)),
);

async function readAll(on: Executor, claimed: readonly Claimed[]): Promise<(HeldAttemptFacts | undefined)[]> {
  const found = await rows<HeldAttemptFacts & Numbered>(on, readStatement, [
    claimed.map(({ attempt }) => attempt),
    claimed.map(({ lease }) => lease),
    claimed.map(({ runnerId }) => runnerId),
  ]);
  return inOrder(found, claimed.length);
}

const readStatement = `
  select held.n::int as n, a.task_id, task.status as task_status, a.number, a.status as attempt_status, a."order", a.outcome,
         coalesce(l.next_line - l.base_line, 0) as next_line, plan.attempt_id is not null as plan_stored, task.review is not null as is_reviewed,
         ${END_NOTIFIES_RUNNERS} as notifies_runners, ${HAS_AUTORUN} as has_autorun, task.workspace_id
    from unnest($1::int[], $2::uuid[], $3::int[]) with ordinality as held(attempt, lease, runner, n)
    join attempt a on a.id = held.attempt and a.lease_id = held.lease and a.runner_id = held.runner
    join task on task.id = a.task_id left join attempt_log l on l.attempt_id = a.id
    left join task_plan plan on plan.task_id = a.task_id and plan.attempt_id = a.id`;
