import { z } from 'zod';
import { BodyId, nullIsAbsent } from '../primitives/absent.js';
import { Id, Name, Text, Time } from '../primitives/primitives.js';
import { SentIssue } from '../refusal/error-body.js';
import { TaskStatus } from '../task/status.js';
import { CONCURRENCY_POLICIES } from './concurrency.js';
import { GraphEdge, graphMembers, GraphNode, NodeId, requireGraph, WorkflowGraph } from './graph.js';

const ConcurrencyPolicy = z.enum(CONCURRENCY_POLICIES);

/** Body of create and update. A run keeps the graph that it began with, whatever is saved meanwhile. */
export const WorkflowInput = z
  .object({
    id: BodyId,
    project_id: BodyId,
    name: Name,
    description: Text,
    /** Absent = as it is; of a new one, `parallel`. */
    concurrency: nullIsAbsent(ConcurrencyPolicy),
    ...graphMembers,
  })
  .superRefine(requireGraph);
export type WorkflowInput = z.infer<typeof WorkflowInput>;

/** `queued` = it starts when those before it have ended; `stopping` = somebody stopped it, and tasks of it have not ended. */
export const RUN_STATUSES = ['queued', 'running', 'stopping', 'success', 'failed', 'stopped'] as const;
export const WorkflowRunStatus = z.enum(RUN_STATUSES);
export type WorkflowRunStatus = z.infer<typeof WorkflowRunStatus>;

/**
 * `pending` = it may still start; `running` = its task has not ended; `waiting` = for a decision, or for time to pass; `failed` = its task ended otherwise
 * than well, could not be launched, or the approval was refused or came to its deadline; `unmet` = its condition is false; `skipped` = nothing
 * can start it any more.
 */
export const NODE_STATUSES = [
  'pending',
  'running',
  'waiting',
  'success',
  'unmet',
  'failed',
  'skipped',
  'stopped',
] as const;
export const NodeStatus = z.enum(NODE_STATUSES);
export type NodeStatus = z.infer<typeof NodeStatus>;

/** Body of the start of a run. */
export const WorkflowRunInput = z.object({ message: Text });
export type WorkflowRunInput = z.infer<typeof WorkflowRunInput>;

/** Body of the decision about an approval. */
export const ApprovalInput = z.object({
  reason: z
    .string()
    .max(2_000)
    .nullish()
    .transform((value) => value?.trim() ?? ''),
});
export type ApprovalInput = z.infer<typeof ApprovalInput>;

/** Body of a skip: why, in the words of the person. */
export const NodeSkipInput = z.object({ reason: z.string().max(2_000).trim().min(1) });
export type NodeSkipInput = z.infer<typeof NodeSkipInput>;

const QueryId = z.coerce.number().pipe(Id);

/** Most runs of a list. */
export const MAX_WORKFLOW_RUNS = 200;

/** Query of a list of runs: the newest, or those before one. */
export const WorkflowRunQuery = z.object({
  before: QueryId.optional(),
  limit: z.coerce.number().int().min(1).max(MAX_WORKFLOW_RUNS).default(MAX_WORKFLOW_RUNS),
});
export type WorkflowRunQuery = z.infer<typeof WorkflowRunQuery>;

/** Body of a retry: the node to begin at; absent = all that failed or were stopped. */
export const WorkflowRetryInput = z.object({ node: NodeId.nullish().transform((value) => value ?? null) });
export type WorkflowRetryInput = z.infer<typeof WorkflowRetryInput>;

/** What one person decided about an approval. */
export const NodeDecision = z.object({
  user_id: Id,
  /** Their present name; `''` = they are gone. */
  user_name: z.string(),
  approves: z.boolean(),
  /** Why, in their words; `''` = they gave no reason. */
  reason: z.string(),
  created: Time,
});
export type NodeDecision = z.infer<typeof NodeDecision>;

/** A node of a run, as its last attempt is. */
export const NodeRun = z.object({
  node: NodeId,
  attempt: z.int(),
  status: NodeStatus,
  task_id: Id.nullable(),
  /** null = there is none, or it was removed. */
  task_status: TaskStatus.nullable(),
  /** Why its task was not launched, its expression has no value, or that nobody decided in time. */
  issues: z.array(SentIssue),
  started: Time.nullable(),
  ended: Time.nullable(),
  /** When it stops waiting; null = it does not wait, or without end. */
  due: Time.nullable(),
  /** Whose decision ended the approval, or who skipped the node; `reason` is theirs. */
  decided_by: Id.nullable(),
  reason: z.string(),
  /** All decisions about the approval, the first one first; of another node, who skipped it. */
  decisions: z.array(NodeDecision),
  /** The caller may decide about it, and has not. */
  decidable: z.boolean(),
});
export type NodeRun = z.infer<typeof NodeRun>;

const listed = {
  id: Id,
  project_id: Id,
  workflow_id: Id,
  version: z.int(),
  status: WorkflowRunStatus,
  /** 1, and one more with each retry. */
  attempt: z.int(),
  /** null = no person started it. */
  user_id: Id.nullable(),
  /** The schedule that started it; null = a person did. */
  schedule_id: Id.nullable(),
  /** Its present name; `''` = it has none, or is gone. */
  schedule_name: z.string(),
  message: z.string(),
  created: Time,
  /** When its turn came; null = it has not, or it was stopped before. */
  started: Time.nullable(),
  ended: Time.nullable(),
};

/** A run in a list. */
export const WorkflowRun = z.object(listed);
export type WorkflowRun = z.infer<typeof WorkflowRun>;

export const Workflow = z.object({
  id: Id,
  project_id: Id,
  name: z.string(),
  description: z.string(),
  concurrency: ConcurrencyPolicy,
  nodes: z.array(GraphNode),
  edges: z.array(GraphEdge),
  /** The newest one; null = it was never run. */
  last_run: WorkflowRun.nullable(),
});
export type Workflow = z.infer<typeof Workflow>;

/** A run with its graph and nodes. */
export const WorkflowRunDetails = z.object({
  ...listed,
  /** Present name of the workflow. */
  name: z.string(),
  graph: WorkflowGraph,
  nodes: z.array(NodeRun),
});
export type WorkflowRunDetails = z.infer<typeof WorkflowRunDetails>;
