import type { AttemptLease, Order, TaskStatus } from '@switchyard/contracts';
import type { AttemptOutcome, AttemptStatus } from '@switchyard/database';
import { HAS_AUTORUN } from './autorun-deploys.js';
import { LeaseLostError } from './errors.js';
import { HAS_WEBHOOKS } from './runner-messages.js';
import { row, type Executor } from './sql.js';
import { noteRefusals } from './task-history.js';

/** An attempt and its task as they are now. */
export interface HeldAttemptState {
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
  /** Some runner has a webhook. */
  has_webhooks: boolean;
  /** Some template deploys by itself what the task makes. */
  has_autorun: boolean;
}

/**
 * Reads the attempt that a runner says it holds. A refusal is noted in the history of the task.
 * @param call names what the runner wanted
 * @throws LeaseLostError when the lease is not the attempt's, the runner is another one, or the control plane ended it
 */
export async function readHeldAttempt(
  on: Executor,
  runnerId: number,
  held: AttemptLease,
  call: string,
): Promise<HeldAttemptState> {
  const state = await row<HeldAttemptState>(
    on,
    `select a.task_id, task.status as task_status, a.number, a.status as attempt_status, a."order", a.outcome,
            coalesce(l.next_line - l.base_line, 0) as next_line, plan.attempt_id is not null as plan_stored,
            ${HAS_WEBHOOKS}, ${HAS_AUTORUN}
       from attempt a join task on task.id = a.task_id left join attempt_log l on l.attempt_id = a.id
       left join task_plan plan on plan.task_id = a.task_id and plan.attempt_id = a.id
      where a.id = $1 and a.lease_id = $2 and a.runner_id = $3`,
    [held.attempt, held.lease, runnerId],
  );
  if (!state || state.outcome === 'lost' || state.outcome === 'forced') {
    await noteRefusals(on, call, [held.attempt], runnerId);
    throw new LeaseLostError();
  }
  return state;
}

/**
 * As `readHeldAttempt`, for calls that make no sense after the end.
 * @throws LeaseLostError also when the runner has reported the end
 */
export async function readLivingAttempt(
  on: Executor,
  runnerId: number,
  held: AttemptLease,
  call: string,
): Promise<HeldAttemptState> {
  const state = await readHeldAttempt(on, runnerId, held, call);
  if (state.attempt_status === 'ended') {
    await noteRefusals(on, call, [held.attempt], runnerId);
    throw new LeaseLostError();
  }
  return state;
}
