import type {
  AlertEvent,
  Issue,
  NodeStatus,
  TaskStatus,
  WorkflowGraph,
  WorkflowRunStatus,
} from '@switchyard/contracts';
import { workflowNodeAlive } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { NotFoundError } from '../errors.js';
import { type Executor, rows } from '../statements/sql.js';
import type { Together } from '../statements/whole-or-apart.js';

/** The transaction in which a run is held. */
export interface Holding {
  on: Executor;
  together: Together;
}

/** What is stored in the transaction that changes a run, beside the change: both happen or neither. It may be asked for twice. */
export type AlsoStored = (manager: EntityManager, runId: number) => Promise<unknown>;

/** A run whose row is held to the end of the transaction: nobody else moves its nodes. */
export interface HeldRun {
  id: number;
  projectId: number;
  userId: number | null;
  scheduledBy: number | null;
  retriedBy: number | null;
  status: WorkflowRunStatus;
  attempt: number;
  /** Present name of the workflow. */
  name: string;
  graph: WorkflowGraph;
}

/** It has not ended. */
export const isAlive = ({ status }: Pick<HeldRun, 'status'>): boolean =>
  status === 'queued' || status === 'running' || status === 'stopping';

/** Holds those of the runs that are there, in the order of their ids; none of a project that is being deleted. */
export const holdRuns = (
  on: Executor,
  runIds: readonly number[],
  projectId: number | null = null,
): Promise<HeldRun[]> =>
  rows<HeldRun>(
    on,
    `select r.id, r.project_id as "projectId", r.user_id as "userId", r.scheduled_by as "scheduledBy", r.retried_by as "retriedBy", r.status, r.attempt, w.name, v.graph
       from workflow_run r
       join workflow w on w.id = r.workflow_id
       join workflow_version v on v.workflow_id = r.workflow_id and v.number = r.version
       join project p on p.id = r.project_id and p.deleting is null
      where r.id = any($1::int[]) and r.project_id = coalesce($2::int, r.project_id)
      order by r.id for no key update of r`,
    [runIds, projectId],
  );

/** @throws NotFoundError when the project has no such run, or is being deleted */
export async function holdRun(
  on: Executor,
  { runId, projectId }: { runId: number; projectId?: number },
): Promise<HeldRun> {
  const [held] = await holdRuns(on, [runId], projectId ?? null);
  if (!held) {
    throw new NotFoundError('run');
  }
  return held;
}

/** Where a node stands: the row of its last attempt. */
export interface RunNode {
  runId: number;
  node: string;
  attempt: number;
  status: NodeStatus;
  taskId: number | null;
  /** `null` = there is no such task. */
  taskStatus: TaskStatus | null;
  /** It waits, and its time is over. */
  isDue: boolean;
}

/** The nodes of runs, by name. */
type NodesOfRuns = ReadonlyMap<number, ReadonlyMap<string, RunNode>>;

/** The nodes of held runs; read after they are held, so that nothing that others have committed is missed. */
export async function readNodesOf(on: Executor, runIds: readonly number[]): Promise<NodesOfRuns> {
  const nodes = new Map(runIds.map((id) => [id, new Map<string, RunNode>()]));
  const found = await rows<RunNode>(
    on,
    `select distinct on (n.run_id, n.node) n.run_id as "runId", n.node, n.attempt, n.status, n.task_id as "taskId", t.status as "taskStatus",
            n.status = 'waiting' and coalesce(n.due <= now(), false) as "isDue"
       from workflow_node_run n left join task t on t.id = n.task_id
      where n.run_id = any($1::int[]) order by n.run_id, n.node, n.attempt desc`,
    [runIds],
  );
  found.forEach((each) => nodes.get(each.runId)?.set(each.node, each));
  return nodes;
}

/** The nodes of one held run, by name. */
export const readNodes = async (on: Executor, runId: number): Promise<ReadonlyMap<string, RunNode>> =>
  (await readNodesOf(on, [runId])).get(runId) ?? new Map<string, RunNode>();

/** What becomes of a node. */
export interface NodeChange {
  status: NodeStatus;
  taskId?: number;
  issues?: readonly Issue[];
  /** How long it waits at most; `null` = without end. */
  minutes?: number | null;
  /** Of which event people are to know. */
  alert?: Extract<AlertEvent, 'approval' | 'approval_overdue'>;
}

/** Writes what became of nodes of held runs. */
export async function writeNodes(on: Executor, changes: Iterable<readonly [RunNode, NodeChange]>): Promise<void> {
  const all = [...changes];
  if (all.length === 0) {
    return;
  }
  await rows(
    on,
    `update workflow_node_run n
        set status = given.status, task_id = coalesce(given.task_id, n.task_id), issues = given.issues,
            alert = given.alert,
            due = case when given.status = 'waiting' then now() + make_interval(mins => given.minutes) else n.due end,
            started = case when given.status = 'skipped' then null else coalesce(n.started, now()) end,
            ended = case when ${workflowNodeAlive('given')} then null else now() end
       from unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::int[], $6::jsonb[], $7::int[], $8::text[])
         as given(run_id, node, attempt, status, task_id, issues, minutes, alert)
      where n.run_id = given.run_id and n.node = given.node and n.attempt = given.attempt`,
    [
      all.map(([{ runId }]) => runId),
      all.map(([{ node }]) => node),
      all.map(([{ attempt }]) => attempt),
      all.map(([, { status }]) => status),
      all.map(([, { taskId }]) => taskId ?? null),
      all.map(([, { issues }]) => JSON.stringify(issues ?? [])),
      all.map(([, { minutes }]) => minutes ?? null),
      all.map(([, { alert }]) => alert ?? null),
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

/** How a held run has ended. */
export type RunEnd = readonly [runId: number, status: Exclude<WorkflowRunStatus, 'queued' | 'running' | 'stopping'>];

export async function writeEnds(on: Executor, ends: readonly RunEnd[]): Promise<void> {
  if (ends.length === 0) {
    return;
  }
  await rows(
    on,
    `update workflow_run r set status = given.status, ended = now()
       from unnest($1::int[], $2::text[]) as given(id, status) where r.id = given.id`,
    [ends.map(([id]) => id), ends.map(([, status]) => status)],
  );
}
