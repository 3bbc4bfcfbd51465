import { Injectable } from '@nestjs/common';
import type { ObjectReferences, Workflow as WireWorkflow, WorkflowInput } from '@switchyard/contracts';
import { Workflow } from '@switchyard/database';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller, ProjectAccess } from '../../auth/access/caller.js';
import { workflowResource } from '../../definitions/workflow.js';
import { deleteOwned } from '../../platform/database/owned-rows.repository.js';
import { type ListQuery, sorted } from '../../platform/http/list-query.js';
import { refusal } from '../../platform/http/refusals.js';
import { requireSamePlace } from '../shared/body-references.js';
import { type ResourceStore, ResourceStores } from '../shared/resource-store.js';
import { NodeWriter } from './node-writer.js';
import { findLastRuns, findNodes, hasLivingRun } from './workflow.repository.js';
import { requireNamed } from './workflow-rules.js';
import { toWorkflow } from './workflow.mapper.js';

/** Graphs of templates and approvals. A run keeps the graph that it began with. */
@Injectable()
export class WorkflowsService {
  private readonly store: ResourceStore<Workflow>;

  constructor(
    stores: ResourceStores,
    private readonly nodes: NodeWriter,
    private readonly dataSource: DataSource,
  ) {
    this.store = stores.of(workflowResource);
  }

  async list(projectId: number, query: ListQuery): Promise<WireWorkflow[]> {
    const workflows = await this.shown(await this.store.rows(projectId));
    return sorted(workflows, query, {
      name: ({ name }) => name,
      last_run: ({ last_run: run }) => run?.created ?? '',
    });
  }

  async read({ projectId }: ProjectAccess, id: number): Promise<WireWorkflow> {
    const [workflow] = await this.shown([await this.store.row(projectId, id)]);
    return workflow as WireWorkflow;
  }

  tag(projectId: number, id: number): Promise<string> {
    return this.store.tag(projectId, id);
  }

  refs(projectId: number, id: number): Promise<ObjectReferences> {
    return this.store.refs(projectId, id);
  }

  async create(caller: Caller, projectId: number, input: WorkflowInput): Promise<WireWorkflow> {
    requireSamePlace(input, projectId);
    const row = await this.store.create(
      caller,
      projectId,
      (manager) => columnsOf(manager, projectId, input, null),
      (manager, workflowId) => this.nodes.write(manager, { projectId, workflowId }, input.nodes),
    );
    const [workflow] = await this.shown([row]);
    return workflow as WireWorkflow;
  }

  async update(
    caller: Caller,
    projectId: number,
    id: number,
    input: WorkflowInput,
    expected: string | null,
  ): Promise<void> {
    requireSamePlace(input, projectId, id);
    await this.store.update(
      caller,
      projectId,
      id,
      async (manager, row) => {
        await this.store.requireUnchanged(manager, row, expected);
        return columnsOf(manager, projectId, input, row);
      },
      (manager, workflowId) => this.nodes.write(manager, { projectId, workflowId }, input.nodes),
    );
  }

  /** Its runs go with it. @throws 409 while one of them has not ended */
  remove(caller: Caller, projectId: number, id: number): Promise<void> {
    return this.store.remove(caller, projectId, id, deleteWorkflow);
  }

  private async shown(rows: readonly Workflow[]): Promise<WireWorkflow[]> {
    const { manager } = this.dataSource;
    const ids = rows.map(({ id }) => id);
    const [nodes, runs] = [await findNodes(manager, ids), await findLastRuns(manager, ids)];
    return rows.map((row) => toWorkflow(row, nodes.get(row.id) ?? [], runs.get(row.id)));
  }
}

async function columnsOf(
  manager: EntityManager,
  projectId: number,
  input: WorkflowInput,
  stored: Workflow | null,
): Promise<Partial<Workflow>> {
  await requireNamed(manager, projectId, input);
  return workflowResource.columns(input, stored);
}

/** @throws 409 while a run of it has not ended */
export async function deleteWorkflow(manager: EntityManager, id: number): Promise<void> {
  if (await hasLivingRun(manager, id)) {
    throw refusal(409, 'workflow_running');
  }
  await deleteOwned(manager, Workflow, id);
}
