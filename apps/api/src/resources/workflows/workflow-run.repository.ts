import type {
  NodeDecision,
  NodeStatus,
  SentIssue,
  TaskStatus,
  WorkflowGraph,
  WorkflowRunStatus,
} from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';

/** A run as lists show it. */
export interface RunRow {
  id: number;
  projectId: number;
  workflowId: number;
  version: number;
  status: WorkflowRunStatus;
  attempt: number;
  userId: number | null;
  scheduleId: number | null;
  /** `null` = it has none, or is gone. */
  scheduleName: string | null;
  scheduledBy: number | null;
  retriedBy: number | null;
  message: string;
  created: Date;
  started: Date | null;
  ended: Date | null;
}

/** Columns of {@link RunRow}, of `r`. */
export const RUN_COLUMNS = `r.id, r.project_id as "projectId", r.workflow_id as "workflowId", r.version, r.status, r.attempt,
  r.user_id as "userId", r.retried_by as "retriedBy", r.message, r.created, r.started, r.ended, r.schedule_id as "scheduleId",
  r.scheduled_by as "scheduledBy",
  (select s.name from schedule s where s.id = r.schedule_id) as "scheduleName"`;

/** Runs of a workflow of the project, newest first. @param before ids below it alone; `null` = the newest */
export const listRuns = (
  manager: EntityManager,
  { projectId, workflowId }: { projectId: number; workflowId: number },
  { before, limit }: { before: number | null; limit: number },
): Promise<RunRow[]> =>
  manager.query(
    `select ${RUN_COLUMNS} from workflow_run r
      where r.workflow_id = $2 and r.project_id = $1 and ($3::int is null or r.id < $3) order by r.id desc limit $4`,
    [projectId, workflowId, before, limit],
  );

/** A run with the graph that it keeps, and the present name of its workflow. */
export type WholeRun = RunRow & { graph: WorkflowGraph; name: string };

export async function findRun(manager: EntityManager, projectId: number, runId: number): Promise<WholeRun | undefined> {
  const [found] = await manager.query<WholeRun[]>(
    `select ${RUN_COLUMNS}, v.graph, w.name from workflow_run r
       join workflow w on w.id = r.workflow_id
       join workflow_version v on v.workflow_id = r.workflow_id and v.number = r.version
      where r.id = $2 and r.project_id = $1`,
    [projectId, runId],
  );
  return found;
}

/** Where a node stands, by the row of its last attempt. */
export interface NodeRow {
  node: string;
  attempt: number;
  status: NodeStatus;
  taskId: number | null;
  taskStatus: TaskStatus | null;
  issues: SentIssue[];
  started: Date | null;
  ended: Date | null;
  due: Date | null;
  decidedBy: number | null;
  reason: string;
  decisions: NodeDecision[];
}

export const listNodes = (manager: EntityManager, runId: number): Promise<NodeRow[]> =>
  manager.query(
    `select distinct on (n.node) n.node, n.attempt, n.status, n.task_id as "taskId", t.status as "taskStatus", n.issues,
            n.started, n.ended, n.due, n.decided_by as "decidedBy", n.reason,
            (select coalesce(jsonb_agg(jsonb_build_object('user_id', d.user_id, 'user_name', coalesce(u.name, ''),
                      'approves', d.approves, 'reason', d.reason, 'created', d.created) order by d.created), '[]')
               from workflow_decision d left join "user" u on u.id = d.user_id
              where d.run_id = n.run_id and d.node = n.node and d.attempt = n.attempt) as decisions
       from workflow_node_run n left join task t on t.id = n.task_id
      where n.run_id = $1 order by n.node, n.attempt desc`,
    [runId],
  );
