import { Inject, Injectable } from '@nestjs/common';
import {
  activity,
  type ApprovalInput,
  type NodeRun,
  type NodeSkipInput,
  type WorkflowRun as WireRun,
  WorkflowGraph,
  type WorkflowRunDetails,
  type WorkflowRunInput,
  type WorkflowRunQuery,
} from '@switchyard/contracts';
import { Workflow, WorkflowDecision, WorkflowRun } from '@switchyard/database';
import {
  type AlsoStored,
  approverFault,
  decideApproval,
  type Engine,
  retryRun,
  skipNode,
  startRun,
  stopRun,
} from '@switchyard/engine';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller, ProjectAccess } from '../../auth/access/caller.js';
import { findOwned } from '../../platform/database/owned-rows.repository.js';
import { notFound } from '../../platform/http/refusals.js';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { ActivityLog, type Activity, type ActivityChange } from '../shared/activity-log.js';
import { findRun, listNodes, listRuns, type NodeRow, type WholeRun } from './workflow-run.repository.js';
import { toRun } from './workflow.mapper.js';

/** Starts, shows and ends runs of workflows for people, and takes their decisions. The engine alone moves a run. */
@Injectable()
export class WorkflowRuns {
  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly dataSource: DataSource,
    private readonly activity: ActivityLog,
  ) {}

  async list(projectId: number, workflowId: number, { before, limit }: WorkflowRunQuery): Promise<WireRun[]> {
    const { manager } = this.dataSource;
    await findOwned(manager, Workflow, projectId, workflowId);
    return (await listRuns(manager, { projectId, workflowId }, { before: before ?? null, limit })).map(toRun);
  }

  async read(caller: Caller, project: ProjectAccess, runId: number): Promise<WorkflowRunDetails> {
    const run = await this.run(project, runId);
    const approver = { userId: caller.userId, permissions: project.permissions };
    const nodes = await listNodes(this.dataSource.manager, runId);
    return {
      ...toRun(run),
      name: run.name,
      // A graph of an earlier version lacks what came later.
      graph: WorkflowGraph.parse(run.graph),
      nodes: nodes.map((node) => toNodeRun(node, run.status === 'running' && mayDecide(run, node, approver))),
    };
  }

  async start(
    caller: Caller,
    project: ProjectAccess,
    workflowId: number,
    { message }: WorkflowRunInput,
  ): Promise<WorkflowRunDetails> {
    const also = this.recorded<WorkflowRun>(caller, project, ({ id, name }) => [
      activity('run_started', { id, name }),
      { entity: WorkflowRun, before: null, after: { workflowId, message } },
    ]);
    const { projectId } = project;
    const runId = await startRun(this.engine, { projectId, workflowId, userId: caller.userId, message }, also);
    return this.read(caller, project, runId);
  }

  async stop(caller: Caller, project: ProjectAccess, runId: number): Promise<void> {
    const also = this.recorded<WorkflowRun>(caller, project, ({ id, name }) => [
      activity('run_stopped', { id, name }),
      { entity: WorkflowRun, before: { status: 'running' }, after: { status: 'stopping' } },
    ]);
    await stopRun(this.engine, { projectId: project.projectId, runId, userId: caller.userId }, also);
  }

  /** @param node to begin at; `null` = all that failed or were stopped */
  async retry(caller: Caller, project: ProjectAccess, runId: number, node: string | null): Promise<void> {
    const also = this.recorded<WorkflowRun>(caller, project, ({ id, name, attempt }) => [
      activity('run_retried', { id, name }),
      { entity: WorkflowRun, before: { attempt: attempt - 1 }, after: { attempt } },
    ]);
    await retryRun(this.engine, { projectId: project.projectId, runId, userId: caller.userId, node }, also);
  }

  /** @throws RunRefusedError when the node does not wait, is for others, or needs a reason */
  async decide(
    caller: Caller,
    project: ProjectAccess,
    { runId, node, approves }: { runId: number; node: string; approves: boolean },
    { reason }: ApprovalInput,
  ): Promise<void> {
    const { projectId, permissions } = project;
    const by = { userId: caller.userId, permissions };
    const also = this.recorded<WorkflowDecision>(caller, project, ({ id, name }) => [
      activity(approves ? 'run_approved' : 'run_rejected', { id, name, node }),
      { entity: WorkflowDecision, before: null, after: { node, approves, reason } },
    ]);
    await decideApproval(this.engine, { projectId, runId, node, by, approves, reason }, also);
  }

  /** @throws RunRefusedError when the node neither failed nor is a delay that waits */
  async skip(
    caller: Caller,
    project: ProjectAccess,
    { runId, node }: { runId: number; node: string },
    { reason }: NodeSkipInput,
  ): Promise<void> {
    const also = this.recorded<WorkflowDecision>(caller, project, ({ id, name }) => [
      activity('run_node_skipped', { id, name, node }),
      { entity: WorkflowDecision, before: null, after: { node, reason } },
    ]);
    await skipNode(this.engine, { projectId: project.projectId, runId, node, userId: caller.userId, reason }, also);
  }

  private async run(
    { projectId }: ProjectAccess,
    runId: number,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<WholeRun> {
    const run = await findRun(manager, projectId, runId);
    if (!run) {
      throw notFound();
    }
    return run;
  }

  /** What the engine stores with what it does, so that both happen or neither. */
  private recorded<E extends object>(
    caller: Caller,
    project: ProjectAccess,
    deedOf: (run: WholeRun) => readonly [Activity['activity'], ActivityChange<E>],
  ): AlsoStored {
    return async (manager, objectId) => {
      const [done, change] = deedOf(await this.run(project, objectId, manager));
      const entry = { projectId: project.projectId, objectType: 'workflow_run', objectId, activity: done } as const;
      await this.activity.record(manager, caller, entry, change);
    };
  }
}

function mayDecide(
  run: WholeRun,
  { node: id, decisions }: NodeRow,
  approver: Parameters<typeof approverFault>[2],
): boolean {
  const node = run.graph.nodes.find((each) => each.node === id);
  const hasDecided = decisions.some(({ user_id: userId }) => userId === approver.userId);
  return node?.kind === 'approval' && !hasDecided && approverFault(node, run, approver) === null;
}

const toNodeRun = (node: NodeRow, mayDecideIt: boolean): NodeRun => ({
  node: node.node,
  attempt: node.attempt,
  status: node.status,
  task_id: node.taskId,
  task_status: node.taskStatus,
  issues: node.issues,
  started: node.started?.toISOString() ?? null,
  ended: node.ended?.toISOString() ?? null,
  due: node.due?.toISOString() ?? null,
  decided_by: node.decidedBy,
  reason: node.reason,
  decisions: node.decisions.map((each) => ({ ...each, created: new Date(each.created).toISOString() })),
  decidable: node.status === 'waiting' && mayDecideIt,
});
