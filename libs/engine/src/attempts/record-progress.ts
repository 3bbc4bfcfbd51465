import { hasPlannedChanges, type ProgressRequest } from '@switchyard/contracts';
import { attemptAlive, taskHeld } from '@switchyard/database';
import { doubtDrift } from '../drift/record-drift.js';
import { readLivingAttempt } from './held-attempt.js';
import type { Engine } from '../ports.js';
import { row } from '../statements/sql.js';

/**
 * Records what a runner has found out: the commit, the summary of the plan, the command that is run. Absent members
 * change nothing.
 * @throws LeaseLostError
 */
export async function recordProgress(engine: Engine, runnerId: number, progress: ProgressRequest): Promise<void> {
  const { attempt, lease, command, plan_summary: summary } = progress;
  const held = await row<RecordedTask>(engine.dataSource, recordStatement, [
    attempt,
    lease,
    runnerId,
    progress.commit_hash ?? null,
    progress.commit_message ?? null,
    summary ? JSON.stringify(summary) : null,
    command ? JSON.stringify(command) : null,
    progress.tool_version ?? null,
    progress.commit_branch ?? null,
    progress.plan_digest ?? null,
    progress.image_digest ?? null,
  ]);
  if (!held) {
    await readLivingAttempt(engine, runnerId, progress, 'progress');
  } else if (summary && held.workspace_id !== 0 && hasPlannedChanges(summary)) {
    await doubtDrift(engine.dataSource, held.task_id);
  }
}

interface RecordedTask {
  task_id: number;
  workspace_id: number;
}

const recordStatement = `
  with held as (
    select task_id, number from attempt
     where id = $1 and lease_id = $2 and runner_id = $3 and ${attemptAlive()}),
  noted as (
    update task set commit_hash = coalesce($4, commit_hash), commit_message = coalesce($5, commit_message),
        commit_branch = coalesce($9, commit_branch),
        plan_summary = coalesce($6::jsonb, plan_summary), plan_digest = coalesce($10, plan_digest)
      from held where task.id = held.task_id and task.attempt_number = held.number and ${taskHeld()} returning task.id),
  detailed as (
    update task_snapshot set command = coalesce($7::jsonb, command), tool_version = coalesce($8, tool_version),
        image_digest = coalesce($11, image_digest)
      from noted where task_snapshot.task_id = noted.id)
  select held.task_id, task.workspace_id from held join task on task.id = held.task_id`;
