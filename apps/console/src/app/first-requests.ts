import { getReadiness, getRole, listProjects } from '../api/projects-api.js';
import { store } from '../api/store.js';
import { getInfo } from '../api/system-api.js';
import { getTask, listTasks, listTaskStages } from '../api/tasks-api.js';
import { listTemplates } from '../api/templates-api.js';
import { getCurrentUser } from '../api/user-api.js';
import { listViews } from '../api/views-api.js';
import { FIRST_TASKS, type FirstPage } from './first-paths.js';

/** Stays in the cache until the part of the page that uses it is drawn. */
const unused = { subscribe: false } as const;

/**
 * Reads what a project's page shows first, so that its parts find it when they are drawn: each would start to read after
 * the answer to another. The answers were requested before ({@link FirstPage}, `firstPaths`).
 */
export function startFirstRequests({ projectId, taskId, page }: FirstPage): void {
  if (taskId !== null) {
    void store.dispatch(getTask.initiate({ projectId, taskId }, unused));
    void store.dispatch(listTaskStages.initiate({ projectId, taskId }, unused));
  }
  void store.dispatch(getCurrentUser.initiate(undefined, unused));
  void store.dispatch(listProjects.initiate(undefined, unused));
  void store.dispatch(getRole.initiate(projectId, unused));
  if (page === 'history') {
    void store.dispatch(listTasks.initiate({ projectId, ...FIRST_TASKS }, unused));
  } else if (page === 'templates') {
    void store.dispatch(listTemplates.initiate(projectId, unused));
    void store.dispatch(listViews.initiate(projectId, unused));
    void store.dispatch(getReadiness.initiate(projectId, unused));
  }
  void store.dispatch(getInfo.initiate(undefined, unused));
}
