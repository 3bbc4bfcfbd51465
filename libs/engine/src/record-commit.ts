import type { ProgressRequest } from '@switchyard/contracts';
import { readLivingAttempt } from './held-attempt.js';
import type { Engine } from './ports.js';
import { rows } from './sql.js';

/**
 * Records the commit that was checked out.
 * @throws LeaseLostError
 */
export async function recordCommit(engine: Engine, runnerId: number, progress: ProgressRequest): Promise<void> {
  const state = await readLivingAttempt(engine.dataSource, runnerId, progress);
  await rows(
    engine.dataSource,
    `update task set commit_hash = $3, commit_message = $4
      where id = $1 and attempt_number = $2 and status in ('starting', 'running', 'stopping')`,
    [state.task_id, state.number, progress.commit_hash, progress.commit_message],
  );
}
