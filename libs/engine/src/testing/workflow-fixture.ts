import { type GraphNode, type NodeStatus, WorkflowGraph, type WorkflowRunStatus } from '@switchyard/contracts';
import { type Template, Workflow, WorkflowNode, WorkflowNodeRun, WorkflowRun } from '@switchyard/database';
import { newRunner, newUser } from '@switchyard/database/testing';
import { finishAttempt } from '../attempts/finish-attempt.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { advanceRuns } from '../workflows/advance-runs.js';
import { startRun } from '../workflows/start-run.js';
import type { EngineFixture } from './engine-fixture.js';

type On = 'success' | 'failure' | 'always';

/** An edge as it is written here: `build > test`, or with a condition, `build > rescue: failure`. */
const edgeOf = (text: string) => {
  const [ends = '', on = 'success'] = text.split(': ');
  const [from = '', to = ''] = ends.split(' > ');
  return { from, to, on: on as On };
};

/** The columns of a node that its kind has. */
function rowOf(node: GraphNode): Partial<WorkflowNode> {
  if (node.kind === 'template') {
    const { join, template_id: templateId, environment, variables } = node;
    return { join, templateId, environment, variables };
  }
  if (node.kind === 'condition') {
    return { join: node.join, expression: node.expression };
  }
  if (node.kind === 'delay') {
    return { join: node.join, delayMinutes: node.delay_minutes };
  }
  return node.kind === 'approval'
    ? {
        join: node.join,
        role: node.role,
        userIds: node.user_ids,
        fourEyes: node.four_eyes,
        reasonRequired: node.reason_required,
        approvalsNeeded: node.approvals_needed,
        deadlineMinutes: node.deadline_minutes,
      }
    : { text: node.text };
}

/** A project with a template for each name, a runner for all of its tasks, and a person. */
export class WorkflowFixture {
  private constructor(
    readonly fixture: EngineFixture,
    readonly projectId: number,
    readonly userId: number,
    private readonly runnerId: number,
    private readonly templates: ReadonlyMap<string, Template>,
  ) {}

  static async open(fixture: EngineFixture, names: readonly string[]): Promise<WorkflowFixture> {
    const build = await fixture.template({ type: 'build', startVersion: '1.0', name: 'build' });
    const { projectId } = build;
    const templates = new Map([['build', build]]);
    for (const name of names) {
      const more = name === 'deploy' ? { type: 'deploy' as const, buildTemplateId: build.id } : {};
      templates.set(name, await fixture.template({ projectId, name, allowParallelTasks: true, ...more }));
    }
    const { id: runnerId } = await newRunner(fixture.source, { maxParallelTasks: 50 });
    return new WorkflowFixture(fixture, projectId, (await newUser(fixture.source)).id, runnerId, templates);
  }

  template(name: string): Template {
    const found = this.templates.get(name);
    if (!found) {
      throw new Error(`there is no template ${name}`);
    }
    return found;
  }

  /** A workflow of these edges; nodes that no template is named as are given. @param members of those with a template */
  async workflow(
    edges: readonly string[],
    others: readonly object[] = [],
    members: Readonly<Record<string, object>> = {},
  ): Promise<number> {
    const nodes = [...this.templates].map(([node, { id: template_id }]) => ({
      kind: 'template',
      node,
      template_id,
      ...members[node],
    }));
    const graph = WorkflowGraph.parse({ nodes: [...nodes, ...others], edges: edges.map(edgeOf) });
    return this.store(graph);
  }

  private async store({ nodes, edges }: WorkflowGraph): Promise<number> {
    const { manager } = this.fixture.source;
    const { id: workflowId } = await manager.save(
      manager.create(Workflow, { projectId: this.projectId, name: 'w', edges }),
    );
    await manager.insert(
      WorkflowNode,
      nodes.map((each) => ({
        projectId: this.projectId,
        workflowId,
        node: each.node,
        kind: each.kind,
        ...rowOf(each),
      })),
    );
    return workflowId;
  }

  start(workflowId: number): Promise<number> {
    const { projectId, userId } = this;
    return startRun(this.fixture.engine, { projectId, workflowId, userId, message: '' });
  }

  /** Runs the living task of a node to its end; the run does not know of it yet. One that stops has been ordered to. */
  async end(runId: number, node: string, outcome: 'success' | 'error' | 'stopped' = 'success'): Promise<number> {
    await this.fixture.assign();
    const taskId = await this.taskOf(runId, node);
    const { engine } = this.fixture;
    if (outcome !== 'stopped') {
      await startAttempt(engine, this.runnerId, await this.fixture.lease(taskId));
    }
    await finishAttempt(engine, this.runnerId, await this.fixture.report(taskId, { outcome }));
    return taskId;
  }

  /** As `end`, and the run goes on. */
  async ends(runId: number, node: string, outcome: 'success' | 'error' = 'success'): Promise<void> {
    await this.end(runId, node, outcome);
    await advanceRuns(this.fixture.engine);
  }

  async taskOf(runId: number, node: string): Promise<number> {
    const found = await this.nodes(runId);
    return found.findLast((each) => each.node === node)?.taskId ?? 0;
  }

  /** Rows of nodes, those of the last attempt behind the others. */
  nodes(runId: number): Promise<WorkflowNodeRun[]> {
    return this.fixture.source
      .getRepository(WorkflowNodeRun)
      .find({ where: { runId }, order: { attempt: 'ASC', node: 'ASC' } });
  }

  /** Where the run and its nodes stand. */
  async stand(runId: number): Promise<{ run: WorkflowRunStatus; nodes: Record<string, NodeStatus> }> {
    const { status } = await this.fixture.source.getRepository(WorkflowRun).findOneByOrFail({ id: runId });
    const nodes = await this.nodes(runId);
    return { run: status, nodes: Object.fromEntries(nodes.map((each) => [each.node, each.status])) };
  }
}
