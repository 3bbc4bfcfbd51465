import { issueAt, WorkflowGraph } from '@switchyard/contracts';
import { RunRefusedError } from '../errors.js';
import type { Engine } from '../ports.js';
import type { Executor } from '../statements/sql.js';
import { atOnce } from '../statements/whole-or-apart.js';
import { presentWorkflow, startHeld } from '../workflows/start-run.js';
import type { ClaimedSchedule } from './claim-schedules.js';
import type { Outcome } from './due-times.js';
import { FAILED } from './launch-schedules.js';

/** Columns of a schedule that its run needs. */
type Starting = Pick<ClaimedSchedule, 'id' | 'project_id' | 'workflow_id' | 'saved_by'>;

/** Starts runs of workflows. Answers what became of each schedule; one whose graph does not fit this version fails. */
export async function startWorkflows(engine: Engine, on: Executor, schedules: readonly Starting[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { id, project_id: projectId, workflow_id: workflowId, saved_by: savedBy } of schedules) {
    const start = { projectId, workflowId: workflowId ?? 0, userId: null, schedule: { id, savedBy }, message: '' };
    const { graph, concurrency } = await presentWorkflow(on, start);
    const { data } = WorkflowGraph.safeParse(graph);
    outcomes.push(data ? await started(engine, on, { ...start, concurrency, graph: data }) : FAILED);
  }
  return outcomes;
}

const refusedStart = ({ problem }: RunRefusedError): Outcome =>
  problem.code === 'workflow_busy'
    ? { result: 'skipped', issues: [] }
    : { result: 'refused', issues: [issueAt([], problem)] };

async function started(engine: Engine, on: Executor, start: Parameters<typeof startHeld>[2]): Promise<Outcome> {
  try {
    const { runId, updates } = await startHeld(engine, { on, together: atOnce(on) }, start);
    return { result: 'started', issues: [], runId, updates };
  } catch (error) {
    if (error instanceof RunRefusedError) {
      return refusedStart(error);
    }
    throw error;
  }
}
