import type { WorkflowGraph } from '@switchyard/contracts';
import { NotFoundError } from '../errors.js';
import type { Engine } from '../ports.js';
import { row } from '../statements/sql.js';
import { wholeOrApart } from '../statements/whole-or-apart.js';
import { runnable } from './advance.js';
import { advanceHeld, announceRun } from './advance-held.js';
import { addNodes, holdRun } from './held-run.js';

/** Who starts a run of which workflow. */
export interface RunStart {
  projectId: number;
  workflowId: number;
  userId: number;
  message: string;
}

/**
 * Starts a run of the present graph, with the tasks of the nodes that nothing leads to.
 * @returns its id
 * @throws NotFoundError when the project has no such workflow
 */
export async function startRun(engine: Engine, start: RunStart): Promise<number> {
  const { id, updates } = await wholeOrApart(engine.dataSource, async (on, together) => {
    const stored = await row<{ id: number; graph: WorkflowGraph }>(on, INSERT, [
      start.projectId,
      start.workflowId,
      start.userId,
      start.message,
    ]);
    if (!stored) {
      throw new NotFoundError('workflow');
    }
    await addNodes(on, { id: stored.id, attempt: 1 }, [...runnable(stored.graph).keys()]);
    const run = await holdRun(on, { runId: stored.id });
    return { id: stored.id, updates: await advanceHeld(engine, { on, together }, run) };
  });
  announceRun(engine, updates);
  return id;
}

const INSERT = `
  with present as (
    select w.id, w.project_id, v.number, v.graph from workflow w
      join workflow_version v on v.workflow_id = w.id and v.number = w.version
     where w.id = $2 and w.project_id = $1),
  stored as (
    insert into workflow_run (project_id, workflow_id, version, user_id, message)
    select project_id, id, number, $3, $4 from present returning id)
  select stored.id, present.graph from stored, present`;
