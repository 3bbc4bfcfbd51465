import { type ConcurrencyPolicy, MAX_QUEUED_RUNS, problem } from '@switchyard/contracts';
import { workflowRunAlive } from '@switchyard/database';
import { RunRefusedError } from '../errors.js';
import { type Executor, row } from '../statements/sql.js';

/** A workflow as it is saved. */
export interface PresentWorkflow {
  graph: object;
  concurrency: ConcurrencyPolicy;
}

/**
 * Whether a run may begin beside those that have not ended, or waits for their end.
 * @param on of the transaction that holds the workflow, so that no other start decides at the same time
 * @throws RunRefusedError when it may neither
 */
export async function placeOf(
  on: Executor,
  workflowId: number,
  concurrency: ConcurrencyPolicy,
): Promise<'running' | 'queued'> {
  if (concurrency === 'parallel') {
    return 'running';
  }
  const counted = await row<{ alive: number; queued: number }>(
    on,
    `select count(*)::int as alive, (count(*) filter (where r.status = 'queued'))::int as queued
       from workflow_run r where r.workflow_id = $1 and ${workflowRunAlive('r')}`,
    [workflowId],
  );
  const { alive = 0, queued = 0 } = counted ?? {};
  if (alive === 0) {
    return 'running';
  }
  if (concurrency === 'skip') {
    throw new RunRefusedError(problem('workflow_busy'));
  }
  if (queued >= MAX_QUEUED_RUNS) {
    throw new RunRefusedError(problem('workflow_queue_full', { max: MAX_QUEUED_RUNS }));
  }
  return 'queued';
}
