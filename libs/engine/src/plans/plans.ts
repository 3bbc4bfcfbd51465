import type { AttemptLease } from '@switchyard/contracts';
import { PlanMissingError } from '../errors.js';
import { readLivingAttempt } from '../attempts/held-attempt.js';
import type { Engine } from '../ports.js';
import { row, rows } from '../statements/sql.js';

/** A plan as it is kept: encrypted, with the hash and size of its bytes. */
export interface StoredPlan {
  /** SHA-256 of the plan's bytes in lower-case hex. */
  sha256: string;
  size: number;
  /** The encrypted bytes. */
  sealed: Buffer;
}

/** An attempt whose plan is kept, by its task. */
export interface PlanOfAttempt extends StoredPlan {
  taskId: number;
}

/**
 * Keeps the plan of a living attempt until its task is over. A later plan of the same task replaces it.
 * @param seal encrypts the bytes; gets the task, so that the ciphertext fits no other one
 * @throws LeaseLostError
 */
export async function storePlan(
  engine: Engine,
  runnerId: number,
  held: AttemptLease,
  seal: (taskId: number) => StoredPlan,
): Promise<void> {
  const { task_id: taskId } = await readLivingAttempt(engine, runnerId, held, 'plan');
  const plan = seal(taskId);
  await rows(
    engine.dataSource,
    `insert into task_plan (task_id, attempt_id, sha256, size, sealed) values ($1, $2, $3, $4, $5)
       on conflict (task_id) do update set attempt_id = excluded.attempt_id, sha256 = excluded.sha256,
         size = excluded.size, sealed = excluded.sealed, created = now()`,
    [taskId, held.attempt, plan.sha256, plan.size, plan.sealed],
  );
}

/**
 * The confirmed plan of the task whose attempt the runner holds.
 * @throws LeaseLostError, PlanMissingError when the task has none that was confirmed
 */
export async function readPlan(engine: Engine, runnerId: number, held: AttemptLease): Promise<PlanOfAttempt> {
  const { task_id: taskId } = await readLivingAttempt(engine, runnerId, held, 'plan-file');
  const plan = await row<StoredPlan>(
    engine.dataSource,
    `select plan.sha256, plan.size, plan.sealed from task_plan plan join task on task.id = plan.task_id
      where plan.task_id = $1 and task.decided is not null`,
    [taskId],
  );
  if (!plan) {
    throw new PlanMissingError();
  }
  return { ...plan, taskId };
}
