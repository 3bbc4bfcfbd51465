import { type ConcurrencyPolicy, WorkflowGraph } from '@switchyard/contracts';
import { NotFoundError } from '../errors.js';
import type { UpdateRow } from '../life-cycle/task-update.js';
import type { Engine } from '../ports.js';
import { type Executor, row, rows } from '../statements/sql.js';
import { wholeOrApart } from '../statements/whole-or-apart.js';
import { runnable } from './advance.js';
import { advanceHeld, announceRuns } from './advance-held.js';
import { addNodes, type AlsoStored, type Holding, holdRun } from './held-run.js';
import { placeOf, type PresentWorkflow } from './run-queue.js';
import { settleQueues } from './settle-queues.js';

/** Who or what starts a run of which workflow. */
export interface RunStart {
  projectId: number;
  workflowId: number;
  /** `null` = a schedule does. */
  userId: number | null;
  schedule?: { id: number; savedBy: number | null };
  message: string;
}

/** A run that was started, with the tasks of its first nodes. */
interface StartedRun {
  runId: number;
  updates: UpdateRow[];
}

/**
 * Starts a run of the present graph, with the tasks of the nodes that nothing leads to. A graph that was not run before becomes a
 * version, which the run keeps. It waits where the workflow has its runs one after the other and another has not ended.
 * @returns its id
 * @throws NotFoundError when the project has no such workflow
 * @throws RunRefusedError when it starts none beside another, or too many wait
 */
export async function startRun(engine: Engine, start: RunStart, also?: AlsoStored): Promise<number> {
  const { runId, updates } = await wholeOrApart(engine.dataSource, async (on, together) => {
    const { graph, concurrency } = await presentWorkflow(on, start);
    const held = { ...start, concurrency, graph: WorkflowGraph.parse(graph) };
    return startHeld(engine, { on, together }, held, (id) => also?.(on, id));
  });
  announceRuns(engine, [start.projectId], updates);
  await settleQueues(engine);
  return runId;
}

/**
 * Starts a run of the present graph of a workflow that the transaction holds; `announceRuns` and `settleQueues` are to follow its commit.
 * @param also called before the first nodes start, so that activities have their order
 * @throws RunRefusedError before anything is stored
 */
export async function startHeld(
  engine: Engine,
  holding: Holding,
  {
    projectId,
    workflowId,
    userId,
    schedule,
    message,
    graph,
    concurrency,
  }: RunStart & PresentWorkflow & { graph: WorkflowGraph },
  also?: (runId: number) => Promise<unknown> | undefined,
): Promise<StartedRun> {
  const { on } = holding;
  const status = await placeOf(on, workflowId, concurrency);
  const version = await row<{ number: number }>(on, KEEP, [workflowId, JSON.stringify(graph), userId]);
  const { id: scheduleId = null, savedBy = null } = schedule ?? {};
  const values = [projectId, workflowId, version?.number ?? 0, userId, scheduleId, savedBy, message, status];
  const stored = await row<{ id: number }>(on, INSERT, values);
  const runId = stored?.id ?? 0;
  await addNodes(on, { id: runId, attempt: 1 }, [...runnable(graph).keys()]);
  await also?.(runId);
  if (status === 'queued') {
    return { runId, updates: [] };
  }
  const run = await holdRun(on, { runId });
  return { runId, updates: await advanceHeld(engine, holding, [run]) };
}

/**
 * The workflow as it is saved; nobody changes it, or starts another run of it, until the transaction ends.
 * @throws NotFoundError when the project has no such workflow
 */
export async function presentWorkflow(
  on: Executor,
  { projectId, workflowId }: Pick<RunStart, 'projectId' | 'workflowId'>,
): Promise<PresentWorkflow> {
  const workflow = await row<{ edges: unknown; concurrency: ConcurrencyPolicy }>(
    on,
    'select edges, concurrency from workflow where id = $2 and project_id = $1 for no key update',
    [projectId, workflowId],
  );
  if (!workflow) {
    throw new NotFoundError('workflow');
  }
  const nodes = await rows(
    on,
    `select node, kind, name, "join", template_id, environment, variables, expression, role, user_ids, four_eyes, reason_required, approvals_needed,
            deadline_minutes, delay_minutes, text
       from workflow_node where workflow_id = $1 order by id`,
    [workflowId],
  );
  return { graph: { nodes: nodes.map(named), edges: workflow.edges }, concurrency: workflow.concurrency };
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
  insert into workflow_run (project_id, workflow_id, version, user_id, schedule_id, scheduled_by, message, status, started)
  values ($1, $2, $3, $4, $5, $6, $7, $8, case when $8 = 'running' then now() end) returning id`;
