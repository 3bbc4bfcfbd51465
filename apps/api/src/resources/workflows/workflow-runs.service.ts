import { Inject, Injectable } from '@nestjs/common';
import type {
  ApprovalInput,
  NodeRun,
  WorkflowGraph,
  WorkflowRun as WireRun,
  WorkflowRunDetails,
  WorkflowRunInput,
  WorkflowRunQuery,
} from '@switchyard/contracts';
import { Workflow, WorkflowRun } from '@switchyard/database';
import { approverFault, decideApproval, type Engine, retryRun, startRun, stopRun } from '@switchyard/engine';
import { DataSource } from 'typeorm';
import type { Caller, ProjectAccess } from '../../auth/access/caller.js';
import { AuditTrail } from '../../auth/audit/audit-trail.js';
import { findOwned } from '../../platform/database/owned-rows.repository.js';
import { notFound } from '../../platform/http/refusals.js';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { findRun, listNodes, listRuns, type NodeRow, type RunRow } from './workflow-run.repository.js';

/** Most runs of a list. */
const MAX_RUNS = 200;

/** Starts, shows and ends runs of workflows for people, and takes their decisions. The engine alone moves a run. */
@Injectable()
export class WorkflowRuns {
  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
  ) {}

  async list(projectId: number, workflowId: number, { before, limit }: WorkflowRunQuery): Promise<WireRun[]> {
    const { manager } = this.dataSource;
    await findOwned(manager, Workflow, projectId, workflowId);
    const page = { before: before ?? null, limit: Math.min(limit ?? MAX_RUNS, MAX_RUNS) };
    return (await listRuns(manager, { projectId, workflowId }, page)).map(toWire);
  }

  async read(caller: Caller, project: ProjectAccess, runId: number): Promise<WorkflowRunDetails> {
    const { manager } = this.dataSource;
    const run = await findRun(manager, project.projectId, runId);
    if (!run) {
      throw notFound();
    }
    const approver = { userId: caller.userId, permissions: project.permissions };
    const nodes = await listNodes(manager, runId);
    return {
      ...toWire(run),
      graph: run.graph,
      nodes: nodes.map((node) => nodeToWire(node, run.status === 'running' && mayDecide(run, node.node, approver))),
    };
  }

  async start(
    caller: Caller,
    project: ProjectAccess,
    workflowId: number,
    { message }: WorkflowRunInput,
  ): Promise<WorkflowRunDetails> {
    const { projectId } = project;
    const runId = await startRun(this.engine, { projectId, workflowId, userId: caller.userId, message });
    await this.note(projectId, runId, null, { workflowId });
    return this.read(caller, project, runId);
  }

  async stop({ userId }: Caller, { projectId }: ProjectAccess, runId: number): Promise<void> {
    await stopRun(this.engine, { projectId, runId, userId });
    await this.note(projectId, runId, { status: 'running' }, { status: 'stopping' });
  }

  async retry({ userId }: Caller, { projectId }: ProjectAccess, runId: number, node: string | null): Promise<void> {
    await retryRun(this.engine, { projectId, runId, userId, node });
    await this.note(projectId, runId, null, { status: 'running' });
  }

  /** @throws RunRefusedError when the node does not wait, is for others, or needs a reason */
  async decide(
    { userId }: Caller,
    { projectId, permissions }: ProjectAccess,
    { runId, node, approves }: { runId: number; node: string; approves: boolean },
    { reason }: ApprovalInput,
  ): Promise<void> {
    await decideApproval(this.engine, { projectId, runId, node, by: { userId, permissions }, approves, reason });
    await this.note(projectId, runId, null, { message: `${node}: ${approves ? 'approved' : 'rejected'}` });
  }

  private note(
    projectId: number,
    runId: number,
    before: Partial<WorkflowRun> | null,
    after: Partial<WorkflowRun> | null,
  ): Promise<void> {
    return this.audit.note({
      entity: WorkflowRun,
      objectType: 'workflow_run',
      objectId: runId,
      projectId,
      before,
      after,
    });
  }
}

function mayDecide(
  run: RunRow & { graph: WorkflowGraph },
  id: string,
  approver: Parameters<typeof approverFault>[2],
): boolean {
  const node = run.graph.nodes.find((each) => each.id === id);
  return node?.kind === 'approval' && approverFault(node, run, approver) === null;
}

const toWire = (run: RunRow): WireRun => ({
  id: run.id,
  project_id: run.projectId,
  workflow_id: run.workflowId,
  version: run.version,
  status: run.status,
  attempt: run.attempt,
  user_id: run.userId,
  message: run.message,
  created: run.created.toISOString(),
  ended: run.ended?.toISOString() ?? null,
});

const nodeToWire = (node: NodeRow, mayDecideIt: boolean): NodeRun => ({
  node: node.node,
  attempt: node.attempt,
  status: node.status,
  task_id: node.taskId,
  task_status: node.taskStatus,
  issues: node.issues,
  started: node.started?.toISOString() ?? null,
  ended: node.ended?.toISOString() ?? null,
  decided_by: node.decidedBy,
  reason: node.reason,
  decidable: node.status === 'waiting' && mayDecideIt,
});
