import { hasPlannedChanges, type ProgressRequest } from '@switchyard/contracts';
import { taskHeld } from '@switchyard/database';
import { doubtDrift } from '../drift/record-drift.js';
import { readLivingAttempt } from './held-attempt.js';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';

/**
 * Records what a runner has found out: the commit, the summary of the plan, the command that is run. Absent members
 * change nothing.
 * @throws LeaseLostError
 */
export async function recordProgress(engine: Engine, runnerId: number, progress: ProgressRequest): Promise<void> {
  const state = await readLivingAttempt(engine, runnerId, progress, 'progress');
  const {
    commit_hash: hash,
    commit_message: message,
    plan_summary: summary,
    command,
    tool_version: version,
  } = progress;
  await rows(
    engine.dataSource,
    `with noted as (
       update task set commit_hash = coalesce($3, commit_hash), commit_message = coalesce($4, commit_message),
           plan_summary = coalesce($5::jsonb, plan_summary)
         where id = $1 and attempt_number = $2 and ${taskHeld()} returning id)
     update task_snapshot set command = coalesce($6::jsonb, command), tool_version = coalesce($7, tool_version)
       from noted where task_id = noted.id`,
    [
      state.task_id,
      state.number,
      hash ?? null,
      message ?? null,
      summary ? JSON.stringify(summary) : null,
      command ? JSON.stringify(command) : null,
      version ?? null,
    ],
  );
  if (summary && state.workspace_id !== 0 && hasPlannedChanges(summary)) {
    await doubtDrift(engine.dataSource, state.task_id);
  }
}
