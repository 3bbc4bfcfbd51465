import { useListGitRepositoriesQuery } from '../../api/git-repositories-api.js';
import { useListInventoriesQuery } from '../../api/inventories-api.js';
import { useListKeysQuery } from '../../api/keys-api.js';
import { useListLastTasksQuery } from '../../api/tasks-api.js';
import { useListTemplatesQuery } from '../../api/templates-api.js';
import { guideSteps, type ProjectParts, type StepName, type StepStatus } from './steps.js';

/** How far a project is. */
export interface Progress extends ProjectParts {
  steps: Readonly<Record<StepName, StepStatus>>;
}

/** The guide of a project; `null` while it loads and once a task has succeeded. */
export function useGuide(projectId: number): Progress | null {
  const templates = useListTemplatesQuery(projectId).data;
  const succeeded = templates?.some(({ last_task }) => last_task?.status === 'success') ?? true;
  const skip = { skip: succeeded };
  const keys = useListKeysQuery(projectId, skip).data;
  const repositories = useListGitRepositoriesQuery(projectId, skip).data;
  const inventories = useListInventoriesQuery(projectId, skip).data;
  const tasks = useListLastTasksQuery(projectId, skip).data;
  if (succeeded || !templates || !keys || !repositories || !inventories || !tasks) {
    return null;
  }
  const parts = { keys, repositories, inventories, templates, tasks };
  const steps = guideSteps(parts);
  return steps === null ? null : { ...parts, steps };
}
