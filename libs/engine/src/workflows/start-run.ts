import { WorkflowGraph } from '@switchyard/contracts';
import { NotFoundError } from '../errors.js';
import type { Engine } from '../ports.js';
import { type Executor, row, rows } from '../statements/sql.js';
import { wholeOrApart } from '../statements/whole-or-apart.js';
import { runnable } from './advance.js';
import { advanceHeld, announceRuns } from './advance-held.js';
import { addNodes, holdRun } from './held-run.js';

/** Who starts a run of which workflow. */
export interface RunStart {
  projectId: number;
  workflowId: number;
  userId: number;
  message: string;
}

/**
 * Starts a run of the present graph, with the tasks of the nodes that nothing leads to. A graph that was not run before becomes a
 * version, which the run keeps.
 * @returns its id
 * @throws NotFoundError when the project has no such workflow
 */
export async function startRun(engine: Engine, start: RunStart): Promise<number> {
  const { runId, updates } = await wholeOrApart(engine.dataSource, async (on, together) => {
    const graph = await presentGraph(on, start);
    const version = await row<{ number: number }>(on, KEEP, [start.workflowId, JSON.stringify(graph), start.userId]);
    const stored = await row<{ id: number }>(on, INSERT, [
      start.projectId,
      start.workflowId,
      version?.number ?? 0,
      start.userId,
      start.message,
    ]);
    const id = stored?.id ?? 0;
    await addNodes(on, { id, attempt: 1 }, [...runnable(graph).keys()]);
    const run = await holdRun(on, { runId: id });
    return { runId: id, updates: await advanceHeld(engine, { on, together }, [run]) };
  });
  announceRuns(engine, [start.projectId], updates);
  return runId;
}

/** The graph as it is saved; nobody changes it, or starts another run of it, until the transaction ends. */
async function presentGraph(on: Executor, { projectId, workflowId }: RunStart): Promise<WorkflowGraph> {
  const workflow = await row<{ edges: unknown }>(
    on,
    'select edges from workflow where id = $2 and project_id = $1 for no key update',
    [projectId, workflowId],
  );
  if (!workflow) {
    throw new NotFoundError('workflow');
  }
  const nodes = await rows(
    on,
    `select node, kind, name, "join", template_id, environment, role, user_ids, four_eyes, reason_required, deadline_minutes,
            delay_minutes, text
       from workflow_node where workflow_id = $1 order by id`,
    [workflowId],
  );
  return WorkflowGraph.parse({ nodes: nodes.map(named), edges: workflow.edges });
}

/** A name that is empty is none. */
const named = (row: object): object => ({ ...row, name: ('name' in row && row.name) || null });

/** Stores a graph unless it is the newest version. Answers the number. */
const KEEP = `
  with newest as (
    select number, graph from workflow_version where workflow_id = $1 order by number desc limit 1),
  stored as (
    insert into workflow_version (workflow_id, number, graph, user_id)
    select $1, coalesce((select number from newest), 0) + 1, $2::jsonb, $3
     where not exists (select from newest where graph = $2::jsonb)
    returning number)
  select coalesce((select number from stored), (select number from newest)) as number`;

const INSERT = `
  insert into workflow_run (project_id, workflow_id, version, user_id, message) values ($1, $2, $3, $4, $5) returning id`;
