import type { TaskWithTemplate } from '@switchyard/contracts';
import type { PlanRef } from '../../../api/tasks-api.js';

/** Most resources of a plan that is read with all its attributes at once. */
const SHORT_PLAN = 200;

/** What is read of the plan of a task to show it: of a long one the attributes follow when somebody wants them. */
export function planRequest(task: Pick<TaskWithTemplate, 'id' | 'project_id' | 'plan_summary'>): PlanRef {
  const { id: taskId, project_id: projectId, plan_summary: summary } = task;
  const changes = summary === null ? 0 : summary.add + summary.change + summary.destroy;
  return { projectId, taskId, attributes: changes <= SHORT_PLAN };
}
