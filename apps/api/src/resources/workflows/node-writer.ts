import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { GraphNode } from '@switchyard/contracts';
import { WorkflowNode } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { AuditTrail } from '../../auth/audit/audit-trail.js';
import { nodeColumns, toNode } from '../../definitions/workflow.js';
import { findNodes, replaceNodes } from './workflow.repository.js';

/** Stores the nodes of workflows. Who may approve is part of them, so the audit has a record of each that changes. */
@Injectable()
export class NodeWriter {
  constructor(private readonly audit: AuditTrail) {}

  /** @param manager of the transaction that holds the workflow */
  async write(
    manager: EntityManager,
    owner: { projectId: number; workflowId: number },
    nodes: readonly GraphNode[],
  ): Promise<void> {
    const stored = (await findNodes(manager, [owner.workflowId])).get(owner.workflowId) ?? [];
    await replaceNodes(manager, owner, nodes.map(nodeColumns));
    const before = new Map(stored.map((row) => [row.node, row]));
    const after = new Map(nodes.map((node) => [node.node, node]));
    for (const node of new Set([...before.keys(), ...after.keys()])) {
      await this.record(manager, owner, { before: before.get(node), after: after.get(node), node });
    }
  }

  private async record(
    manager: EntityManager,
    { projectId, workflowId }: { projectId: number; workflowId: number },
    { node, before, after }: { node: string; before: WorkflowNode | undefined; after: GraphNode | undefined },
  ): Promise<void> {
    if (before && after && isDeepStrictEqual(toNode(before), after)) {
      return;
    }
    await this.audit.record(manager, {
      entity: WorkflowNode,
      objectType: 'workflow_node',
      objectId: `${workflowId}/${node}`,
      projectId,
      before: before ?? null,
      after: after ? { ...nodeColumns(after), workflowId } : null,
    });
  }
}
