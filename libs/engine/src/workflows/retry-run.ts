import { type ConcurrencyPolicy, descendantsOf, type NodeStatus, problem } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';
import { RunRefusedError } from '../errors.js';
import type { Engine } from '../ports.js';
import { type Executor, row, rows } from '../statements/sql.js';
import { wholeOrApart } from '../statements/whole-or-apart.js';
import { advanceHeld, announceRuns } from './advance-held.js';
import { addNodes, type AlsoStored, holdRun, isAlive, readNodes } from './held-run.js';
import { placeOf } from './run-queue.js';
import { settleQueues } from './settle-queues.js';

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
 * @throws RunRefusedError when the run has not ended, no such node has failed, or another run does not let it begin
 */
export function retryRun(engine: Engine, retry: RunRetry, also?: AlsoStored): Promise<void> {
  return beginAgain(engine, retry, (on, runId) => also?.(on, runId));
}

/** As `retryRun`. @param between called before anything starts, with the attempt that begins */
export async function beginAgain(
  engine: Engine,
  { projectId, runId, userId, node }: RunRetry,
  between: (manager: EntityManager, runId: number, attempt: number) => Promise<unknown> | undefined,
): Promise<void> {
  const updates = await wholeOrApart(engine.dataSource, async (on, together) => {
    // Who deletes the workflow, or starts a run of it, holds its row before those of its runs.
    const workflow = await row<{ id: number; concurrency: ConcurrencyPolicy }>(on, HOLD_WORKFLOW, [runId]);
    const run = await holdRun(on, { runId, projectId });
    if (isAlive(run)) {
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
    const status = await retriedPlace(on, workflow);
    await rows(on, BEGIN_AGAIN, [runId, attempt, userId, status]);
    await addNodes(on, { id: runId, attempt }, [...new Set([...failed, ...descendantsOf(run.graph, failed)])]);
    await between(on, runId, attempt);
    return advanceHeld(engine, { on, together }, [{ ...run, status, attempt, retriedBy: userId }]);
  });
  announceRuns(engine, [projectId], updates);
  await settleQueues(engine);
}

/** Where a run that is retried begins: behind those that have not ended. It replaces none, as it is older. */
async function retriedPlace(
  on: Executor,
  { id = 0, concurrency = 'parallel' }: Partial<{ id: number; concurrency: ConcurrencyPolicy }> = {},
): Promise<'running' | 'queued'> {
  return placeOf(on, id, concurrency === 'replace' ? 'skip' : concurrency);
}

const BEGIN_AGAIN = `
  update workflow_run set status = $4, ended = null, attempt = $2, retried_by = $3,
         started = case when $4 = 'running' then coalesce(started, now()) else started end
   where id = $1`;

const HOLD_WORKFLOW = `
  select id, concurrency from workflow where id = (select workflow_id from workflow_run where id = $1) for no key update`;

const ENDED_BADLY: ReadonlySet<NodeStatus> = new Set<NodeStatus>(['failed', 'stopped']);
