import { problem } from '@switchyard/contracts';
import { settleInTurn, taskFinal, throwFailed } from '@switchyard/database';
import { RunRefusedError } from '../errors.js';
import { stopIfThere } from '../life-cycle/stop-task.js';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';
import { wholeOrApart } from '../statements/whole-or-apart.js';
import { advanceHeld, announceRuns } from './advance-held.js';
import { type AlsoStored, holdRun, isAlive, type NodeChange, type RunNode, readNodes, writeNodes } from './held-run.js';

/** Who stops which run. */
export interface RunStop {
  projectId: number;
  runId: number;
  /** `null` = a schedule that replaces it. */
  userId: number | null;
}

/** As `stopRun`; runs that wait for its end are left to `settleQueues`. */
export async function stopOne(engine: Engine, { runId, projectId, userId }: RunStop, also?: AlsoStored): Promise<void> {
  await wholeOrApart(engine.dataSource, async (on, together) => {
    const run = await holdRun(on, { runId, projectId });
    if (!isAlive(run)) {
      throw new RunRefusedError(problem('run_over'));
    }
    await rows(on, `update workflow_run set status = 'stopping', stopped_by = $2 where id = $1`, [runId, userId]);
    const open = [...(await readNodes(on, runId)).values()].filter(
      ({ status }) => status === 'pending' || status === 'waiting',
    );
    await writeNodes(
      on,
      open.map((node): [RunNode, NodeChange] => [node, { status: 'stopped' }]),
    );
    await also?.(on, runId);
    return advanceHeld(engine, { on, together }, [{ ...run, status: 'stopping' }]);
  });
  announceRuns(engine, [projectId], []);
  await stopTasks(engine, runId);
}

/** Stops what lives of runs that are stopped; a task that is stopping already is left alone. @param runId of this run alone */
export async function stopTasks(engine: Engine, runId: number | null = null): Promise<void> {
  const living = await rows<{ taskId: number; projectId: number; userId: number | null }>(
    engine.dataSource,
    `select n.task_id as "taskId", r.project_id as "projectId", r.stopped_by as "userId"
       from workflow_run r join workflow_node_run n on n.run_id = r.id and n.status = 'running'
       join task t on t.id = n.task_id and not ${taskFinal('t')} and t.status <> 'stopping'
      where r.status = 'stopping' and r.id = coalesce($1::int, r.id) order by n.task_id`,
    [runId],
  );
  const settled = await settleInTurn(living, (task) => stopIfThere(engine, { ...task, force: false }));
  throwFailed('stopping tasks of workflows', settled);
}
