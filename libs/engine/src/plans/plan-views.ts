import { buffer } from 'node:stream/consumers';
import type { AttemptLease } from '@switchyard/contracts';
import { readLivingAttempt } from '../attempts/held-attempt.js';
import { blobFolder } from '../blobs/blob-kinds.js';
import type { Engine } from '../ports.js';
import { row, rows } from '../statements/sql.js';
import { joinParts, partOf, type PlanViewParts } from './stored-plan-view.js';

/**
 * Keeps the view of the plan that a living attempt has made, as long as its task. A later one of the same task replaces it.
 * The blob is whole before the row names it.
 * @throws LeaseLostError
 */
export async function storePlanView(
  engine: Engine,
  runnerId: number,
  held: AttemptLease,
  parts: PlanViewParts,
): Promise<void> {
  const { task_id: taskId } = await readLivingAttempt(engine, runnerId, held, 'plan-view');
  const { key } = await engine.blobs.put(blobFolder('planView', taskId), only(joinParts(parts)));
  await rows(
    engine.dataSource,
    `insert into task_plan_view (task_id, attempt_id, blob) values ($1, $2, $3)
       on conflict (task_id) do update set attempt_id = excluded.attempt_id, blob = excluded.blob, created = now()`,
    [taskId, held.attempt, key],
  );
}

/** A part of the view of the plan of a task; `null` when the project has no such task, or the task no view. */
export async function readPlanView(
  engine: Engine,
  { projectId, taskId }: { projectId: number; taskId: number },
  part: keyof PlanViewParts,
): Promise<Buffer | null> {
  const view = await row<{ blob: string }>(
    engine.dataSource,
    `select view.blob from task_plan_view view join task on task.id = view.task_id
      where task.id = $1 and task.project_id = $2`,
    [taskId, projectId],
  );
  return view ? partOf(await buffer(engine.blobs.get(view.blob)), part) : null;
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
