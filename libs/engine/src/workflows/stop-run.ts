import { problem } from '@switchyard/contracts';
import { RunRefusedError } from '../errors.js';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';
import { wholeOrApart } from '../statements/whole-or-apart.js';
import { advanceHeld, announceRuns } from './advance-held.js';
import { stopTasks } from './advance-runs.js';
import { type AlsoStored, holdRun, type NodeChange, type RunNode, readNodes, writeNodes } from './held-run.js';

/** Who stops which run. */
export interface RunStop {
  projectId: number;
  runId: number;
  /** `null` = a schedule that replaces it. */
  userId: number | null;
}

/**
 * Stops a run: nothing of it starts any more, nobody is asked any more, and each task that lives is stopped. The run ends with the last of
 * them. A sweep stops those that are left when this ends halfway.
 * @throws NotFoundError
 * @throws RunRefusedError when it has ended
 */
export async function stopRun(engine: Engine, { runId, projectId, userId }: RunStop, also?: AlsoStored): Promise<void> {
  await wholeOrApart(engine.dataSource, async (on, together) => {
    const run = await holdRun(on, { runId, projectId });
    if (run.status !== 'running' && run.status !== 'stopping') {
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
