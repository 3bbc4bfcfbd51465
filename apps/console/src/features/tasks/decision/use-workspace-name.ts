import { isPlanned, type TaskWithTemplate } from '@switchyard/contracts';
import { useGetTaskSnapshotQuery } from '../../../api/tasks-api.js';

/** Name of the workspace that the task was given; undefined before a runner has the task, and for apps without workspaces. */
export function useWorkspaceName(task: TaskWithTemplate): string | undefined {
  const { project_id: projectId, id: taskId, tpl_app: app, status } = task;
  const skip = !isPlanned(app) || status === 'waiting';
  return useGetTaskSnapshotQuery({ projectId, taskId }, { skip }).data?.inventory?.name;
}
