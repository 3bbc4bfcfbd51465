import { descendantsOf, type NodeStatus, problem } from '@switchyard/contracts';
import { RunRefusedError } from '../errors.js';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';
import { wholeOrApart } from '../statements/whole-or-apart.js';
import { advanceHeld, announceRuns } from './advance-held.js';
import { addNodes, type AlsoStored, holdRun, readNodes } from './held-run.js';

/** Who retries which run. */
export interface RunRetry {
  projectId: number;
  runId: number;
  userId: number;
  /** The node to begin at; `null` = all that failed or were stopped. */
  node: string | null;
}

/**
 * Begins again at what failed or was stopped: those nodes and all behind them may start once more, the others stay as they are.
 * @throws NotFoundError
 * @throws RunRefusedError when the run has not ended, or no such node has failed
 */
export async function retryRun(
  engine: Engine,
  { projectId, runId, userId, node }: RunRetry,
  also?: AlsoStored,
): Promise<void> {
  const updates = await wholeOrApart(engine.dataSource, async (on, together) => {
    // Who deletes the workflow holds its row before those of its runs.
    await rows(on, HOLD_WORKFLOW, [runId]);
    const run = await holdRun(on, { runId, projectId });
    if (run.status === 'running' || run.status === 'stopping') {
      throw new RunRefusedError(problem('run_not_over'));
    }
    const nodes = [...(await readNodes(on, runId)).values()];
    const failed = nodes.flatMap((each) =>
      ENDED_BADLY.has(each.status) && [null, each.node].includes(node) ? [each.node] : [],
    );
    if (failed.length === 0) {
      throw new RunRefusedError(problem('run_not_failed'));
    }
    const attempt = run.attempt + 1;
    await rows(
      on,
      `update workflow_run set status = 'running', ended = null, attempt = $2, retried_by = $3 where id = $1`,
      [runId, attempt, userId],
    );
    await addNodes(on, { id: runId, attempt }, [...new Set([...failed, ...descendantsOf(run.graph, failed)])]);
    await also?.(on, runId);
    return advanceHeld(engine, { on, together }, [{ ...run, status: 'running', attempt, retriedBy: userId }]);
  });
  announceRuns(engine, [projectId], updates);
}

const HOLD_WORKFLOW = `
  select from workflow w where id = (select workflow_id from workflow_run where id = $1) for key share`;

const ENDED_BADLY: ReadonlySet<NodeStatus> = new Set<NodeStatus>(['failed', 'stopped']);
