import type { TaskWithTemplate } from '@switchyard/contracts';
import type { PlanRef } from '../../../api/tasks-api.js';

/** Most resources of a plan that is read with all its attributes at once. */
const SHORT_PLAN = 200;

/** Request that shows the plan of a task: the attributes of a long one follow when somebody wants them. */
export function planRequest(task: Pick<TaskWithTemplate, 'id' | 'project_id' | 'plan_summary'>): PlanRef {
  const { id: taskId, project_id: projectId, plan_summary: summary } = task;
  const changes = summary === null ? 0 : summary.add + summary.change + summary.destroy;
  return { projectId, taskId, attributes: changes <= SHORT_PLAN };
}
