import type { WorkflowRun as WireRun, Workflow as WireWorkflow } from '@switchyard/contracts';
import type { Workflow, WorkflowNode } from '@switchyard/database';
import { toNode } from '../../definitions/workflow.js';
import type { RunRow } from './workflow-run.repository.js';

export const toWorkflow = (
  { id, projectId, name, description, concurrency, edges }: Workflow,
  nodes: readonly WorkflowNode[],
  run: RunRow | undefined,
): WireWorkflow => ({
  id,
  project_id: projectId,
  name,
  description,
  concurrency,
  nodes: nodes.map(toNode),
  edges,
  last_run: run ? toRun(run) : null,
});

export const toRun = (run: RunRow): WireRun => ({
  id: run.id,
  project_id: run.projectId,
  workflow_id: run.workflowId,
  version: run.version,
  status: run.status,
  attempt: run.attempt,
  user_id: run.userId,
  schedule_id: run.scheduleId,
  schedule_name: run.scheduleName ?? '',
  message: run.message,
  created: run.created.toISOString(),
  started: run.started?.toISOString() ?? null,
  ended: run.ended?.toISOString() ?? null,
});
