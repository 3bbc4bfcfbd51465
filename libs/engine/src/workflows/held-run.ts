import type { Issue, NodeStatus, TaskStatus, WorkflowGraph, WorkflowRunStatus } from '@switchyard/contracts';
import { NotFoundError } from '../errors.js';
import { type Executor, row, rows } from '../statements/sql.js';
import type { Together } from '../statements/whole-or-apart.js';

/** The transaction in which a run is held. */
export interface Holding {
  on: Executor;
  together: Together;
}

/** A run whose row is held to the end of the transaction: nobody else moves its nodes. */
export interface HeldRun {
  id: number;
  projectId: number;
  userId: number | null;
  retriedBy: number | null;
  status: WorkflowRunStatus;
  attempt: number;
  graph: WorkflowGraph;
}

/** @throws NotFoundError when the project has no such run, or is being deleted */
export async function holdRun(
  on: Executor,
  { runId, projectId }: { runId: number; projectId?: number },
): Promise<HeldRun> {
  const held = await row<HeldRun>(
    on,
    `select r.id, r.project_id as "projectId", r.user_id as "userId", r.retried_by as "retriedBy", r.status, r.attempt, v.graph
       from workflow_run r
       join workflow_version v on v.workflow_id = r.workflow_id and v.number = r.version
       join project p on p.id = r.project_id and p.deleting is null
      where r.id = $1 and r.project_id = coalesce($2::int, r.project_id)
        for no key update of r`,
    [runId, projectId ?? null],
  );
  if (!held) {
    throw new NotFoundError('run');
  }
  return held;
}

/** Where a node stands: the row of its last attempt. */
export interface RunNode {
  node: string;
  attempt: number;
  status: NodeStatus;
  taskId: number | null;
  /** `null` = there is no such task. */
  taskStatus: TaskStatus | null;
}

/** The nodes of a held run, by name; read after it is held, so that nothing that others have committed is missed. */
export async function readNodes(on: Executor, runId: number): Promise<Map<string, RunNode>> {
  const found = await rows<RunNode>(
    on,
    `select distinct on (n.node) n.node, n.attempt, n.status, n.task_id as "taskId", t.status as "taskStatus"
       from workflow_node_run n left join task t on t.id = n.task_id
      where n.run_id = $1 order by n.node, n.attempt desc`,
    [runId],
  );
  return new Map(found.map((each) => [each.node, each]));
}

/** What becomes of a node. */
export interface NodeChange {
  status: NodeStatus;
  taskId?: number;
  issues?: readonly Issue[];
}

/** Writes what became of nodes of a held run. */
export async function writeNodes(
  on: Executor,
  runId: number,
  changes: ReadonlyMap<RunNode, NodeChange>,
): Promise<void> {
  const all = [...changes];
  if (all.length === 0) {
    return;
  }
  await rows(
    on,
    `update workflow_node_run n
        set status = given.status, task_id = coalesce(given.task_id, n.task_id), issues = given.issues,
            started = case when given.status = 'skipped' then null else coalesce(n.started, now()) end,
            ended = case when given.status in ('running', 'waiting') then null else now() end
       from unnest($2::text[], $3::int[], $4::text[], $5::int[], $6::jsonb[]) as given(node, attempt, status, task_id, issues)
      where n.run_id = $1 and n.node = given.node and n.attempt = given.attempt`,
    [
      runId,
      all.map(([{ node }]) => node),
      all.map(([{ attempt }]) => attempt),
      all.map(([, { status }]) => status),
      all.map(([, { taskId }]) => taskId ?? null),
      all.map(([, { issues }]) => JSON.stringify(issues ?? [])),
    ],
  );
}

/** Adds nodes to a held run, which may start then. */
export async function addNodes(
  on: Executor,
  { id, attempt }: Pick<HeldRun, 'id' | 'attempt'>,
  nodes: readonly string[],
): Promise<void> {
  await rows(
    on,
    'insert into workflow_node_run (run_id, node, attempt) select $1, node, $2 from unnest($3::text[]) node',
    [id, attempt, nodes],
  );
}

/** Writes where a held run stands. */
export async function writeRun(on: Executor, runId: number, status: WorkflowRunStatus): Promise<void> {
  await rows(
    on,
    `update workflow_run set status = $2, ended = case when $2 in ('running', 'stopping') then null else now() end where id = $1`,
    [runId, status],
  );
}
