import { type Issue, issueAt, problem, type WorkflowInput } from '@switchyard/contracts';
import { expressionFaults } from '@switchyard/engine';
import { invalidRequest } from '@switchyard/server';
import type { EntityManager } from 'typeorm';
import { knownMembers, knownTemplates } from './workflow.repository.js';

/** @throws 400 for nodes that name a template or people whom the project does not have, and for expressions */
export async function requireNamed(
  manager: EntityManager,
  projectId: number,
  { nodes, edges }: Pick<WorkflowInput, 'nodes' | 'edges'>,
): Promise<void> {
  const templateIds = nodes.flatMap((node) => (node.kind === 'template' ? [node.template_id] : []));
  const userIds = nodes.flatMap((node) => (node.kind === 'approval' ? node.user_ids : []));
  const templates = await knownTemplates(manager, projectId, templateIds);
  const members = await knownMembers(manager, projectId, userIds);
  const faults = nodes.flatMap((each, at): Issue[] => {
    const { node } = each;
    if (each.kind === 'template' && !templates.has(each.template_id)) {
      return [issueAt(['nodes', at, 'template_id'], problem('node_template', { node }))];
    }
    const isUnknown = each.kind === 'approval' && each.user_ids.some((id) => !members.has(id));
    return isUnknown ? [issueAt(['nodes', at, 'user_ids'], problem('node_people', { node }))] : [];
  });
  faults.push(...expressionFaults({ nodes, edges }).map(({ path, fault }) => issueAt(path, fault)));
  if (faults.length > 0) {
    throw invalidRequest(faults);
  }
}
