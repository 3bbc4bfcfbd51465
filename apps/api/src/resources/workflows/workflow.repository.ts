import type { WorkflowRunStatus } from '@switchyard/contracts';
import { ProjectMember, Template, WorkflowNode, WorkflowRun } from '@switchyard/database';
import { type EntityManager, In } from 'typeorm';
import { type RunRow, RUN_COLUMNS } from './workflow-run.repository.js';

/** Stores the nodes of a workflow in the place of the earlier ones. */
export async function replaceNodes(
  manager: EntityManager,
  owner: { projectId: number; workflowId: number },
  nodes: readonly Partial<WorkflowNode>[],
): Promise<void> {
  await manager.delete(WorkflowNode, { workflowId: owner.workflowId });
  await manager.insert(
    WorkflowNode,
    nodes.map((node) => ({ ...node, ...owner })),
  );
}

/** The nodes of workflows, in the order in which they are written. */
export async function findNodes(
  manager: EntityManager,
  workflowIds: readonly number[],
): Promise<Map<number, WorkflowNode[]>> {
  const found = await manager.find(WorkflowNode, {
    where: { workflowId: In([...workflowIds]) },
    order: { id: 'ASC' },
  });
  const groups = new Map<number, WorkflowNode[]>();
  for (const node of found) {
    const group = groups.get(node.workflowId) ?? [];
    group.push(node);
    groups.set(node.workflowId, group);
  }
  return groups;
}

/** The newest run of each of these workflows. */
export async function findLastRuns(
  manager: EntityManager,
  workflowIds: readonly number[],
): Promise<Map<number, RunRow>> {
  const found = await manager.query<RunRow[]>(
    `select ${RUN_COLUMNS} from unnest($1::int[]) w(id)
       join lateral (select * from workflow_run where workflow_id = w.id order by id desc limit 1) r on true`,
    [workflowIds],
  );
  return new Map(found.map((run) => [run.workflowId, run]));
}

const LIVING: readonly WorkflowRunStatus[] = ['queued', 'running', 'stopping'];

/** Whether a run of the workflow has not ended. None starts until the transaction ends. */
export async function hasLivingRun(manager: EntityManager, workflowId: number): Promise<boolean> {
  await manager.query('select 1 from workflow where id = $1 for update', [workflowId]);
  return manager.existsBy(WorkflowRun, { workflowId, status: In([...LIVING]) });
}

/** Those of these ids that are templates of the project. */
export async function knownTemplates(
  manager: EntityManager,
  projectId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const found = await manager.find(Template, { select: { id: true }, where: { projectId, id: In([...ids]) } });
  return new Set(found.map(({ id }) => id));
}

/** Those of these ids that are members of the project. */
export async function knownMembers(
  manager: EntityManager,
  projectId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const found = await manager.findBy(ProjectMember, { projectId, userId: In([...ids]) });
  return new Set(found.map(({ userId }) => userId));
}
