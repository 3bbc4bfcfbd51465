import { buffer } from 'node:stream/consumers';
import type { AttemptLease } from '@switchyard/contracts';
import { PlanMissingError } from '../errors.js';
import { readLivingAttempt } from '../attempts/held-attempt.js';
import { blobFolder } from '../blobs/blob-kinds.js';
import type { Engine } from '../ports.js';
import { row, rows } from '../statements/sql.js';

/** A plan that is kept for an attempt. */
export interface KeptPlan {
  /** SHA-256 of the bytes in lower-case hex. */
  sha256: string;
  bytes: Buffer;
}

/**
 * Keeps the plan of a living attempt until its task is over. A later plan of the same task replaces it. The blob is whole
 * before the row names it.
 * @throws LeaseLostError
 */
export async function storePlan(engine: Engine, runnerId: number, held: AttemptLease, bytes: Buffer): Promise<void> {
  const { task_id: taskId } = await readLivingAttempt(engine, runnerId, held, 'plan');
  const { key, size, sha256 } = await engine.blobs.put(blobFolder('plan', taskId), only(bytes));
  await rows(
    engine.dataSource,
    `insert into task_plan (task_id, attempt_id, sha256, size, blob) values ($1, $2, $3, $4, $5)
       on conflict (task_id) do update set attempt_id = excluded.attempt_id, sha256 = excluded.sha256,
         size = excluded.size, blob = excluded.blob, created = now()`,
    [taskId, held.attempt, sha256, size, key],
  );
}

/**
 * The confirmed plan of the task whose attempt the runner holds.
 * @throws LeaseLostError, PlanMissingError when the task has none that was confirmed
 */
export async function readPlan(engine: Engine, runnerId: number, held: AttemptLease): Promise<KeptPlan> {
  const { task_id: taskId } = await readLivingAttempt(engine, runnerId, held, 'plan-file');
  const plan = await row<{ sha256: string; blob: string }>(
    engine.dataSource,
    `select plan.sha256, plan.blob from task_plan plan join task on task.id = plan.task_id
      where plan.task_id = $1 and task.decided is not null`,
    [taskId],
  );
  if (!plan) {
    throw new PlanMissingError();
  }
  return { sha256: plan.sha256, bytes: await buffer(engine.blobs.get(plan.blob)) };
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
