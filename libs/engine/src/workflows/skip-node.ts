import { problem } from '@switchyard/contracts';
import { NotFoundError, RunRefusedError } from '../errors.js';
import type { Engine } from '../ports.js';
import { type Executor, rows } from '../statements/sql.js';
import { wholeOrApart } from '../statements/whole-or-apart.js';
import { advanceHeld, announceRuns } from './advance-held.js';
import { runnable } from './advance.js';
import { type AlsoStored, holdRun, readNodes } from './held-run.js';
import { beginAgain } from './retry-run.js';
import { settleQueues } from './settle-queues.js';

/** Who skips which node of a run, and why. */
export interface NodeSkip {
  projectId: number;
  runId: number;
  node: string;
  userId: number;
  reason: string;
}

/**
 * Lets a run go on as if a node had succeeded: a delay that waits, or, once the run has ended, what failed or was stopped. Then all behind the
 * node may start once more, as after a retry. Approvals are for those to decide who may: nobody skips one.
 * @throws NotFoundError
 * @throws RunRefusedError when the node is none of these, or another run does not let this one begin
 */
export async function skipNode(engine: Engine, skip: NodeSkip, also?: AlsoStored): Promise<void> {
  const { projectId, runId, node } = skip;
  const updates = await wholeOrApart(engine.dataSource, async (on, together) => {
    const run = await holdRun(on, { runId, projectId });
    const kind = runnable(run.graph).get(node)?.kind;
    const state = (await readNodes(on, runId)).get(node);
    if (kind === undefined || state === undefined) {
      throw new NotFoundError('node');
    }
    if (kind === 'approval') {
      throw new RunRefusedError(problem('node_not_skipped'));
    }
    if (run.status !== 'running' || kind !== 'delay' || state.status !== 'waiting') {
      return null;
    }
    await keepSkip(on, skip, state.attempt);
    await also?.(on, runId);
    return advanceHeld(engine, { on, together }, [run]);
  });
  if (updates === null) {
    await beginAgain(engine, skip, async (on, _, attempt) => {
      await keepSkip(on, skip, attempt);
      await also?.(on, runId);
    });
    return;
  }
  announceRuns(engine, [projectId], updates);
  await settleQueues(engine);
}

/** Ends a node of a held run, which has succeeded then; who skipped it and why is kept as a decision about it. */
async function keepSkip(on: Executor, { runId, node, userId, reason }: NodeSkip, attempt: number): Promise<void> {
  await rows(
    on,
    `with kept as (
       insert into workflow_decision (run_id, node, attempt, user_id, approves, reason, created)
       values ($1, $2, $3, $4, true, $5, clock_timestamp()))
     update workflow_node_run set status = 'success', decided_by = $4, reason = $5, due = null, ended = now()
      where run_id = $1 and node = $2 and attempt = $3`,
    [runId, node, attempt, userId, reason],
  );
}
