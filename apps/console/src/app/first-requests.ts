import { readEarly } from '../api/get-json.js';
import { linesPath } from '../api/log-paths.js';
import { getReadiness, getRole, listProjects } from '../api/projects-api.js';
import { store } from '../api/store.js';
import { getInfo } from '../api/system-api.js';
import { getTask, listTasks, listTaskStages, type TaskRef } from '../api/tasks-api.js';
import { listTemplates } from '../api/templates-api.js';
import { getCurrentUser } from '../api/user-api.js';
import { listViews } from '../api/views-api.js';
import { pageQuery } from '../components/data-table/keyset.js';
import { OPENING_LINES } from '../components/log-viewer/store/opening-lines.js';
import { withTexts } from '../lib/all-texts.js';

const PROJECT = /^\/project\/(\d+)\/(?:views\/\d+\/)?(\w*)\/?(.*)$/;
/** Stays in the cache until the part of the page that uses it is drawn. */
const unused = { subscribe: false } as const;

/**
 * Starts the requests of a project's page together, while its code is still being fetched. The parts of the page would
 * start each after the answer to another, and find these answers instead.
 */
export function startFirstRequests({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const [, id, page, below] = PROJECT.exec(pathname) ?? [];
  if (id === undefined) {
    return;
  }
  const projectId = Number(id);
  void store.dispatch(getCurrentUser.initiate(undefined, unused));
  void store.dispatch(listProjects.initiate(undefined, unused));
  void store.dispatch(getRole.initiate(projectId, unused));
  void store.dispatch(getInfo.initiate(undefined, unused));
  const taskId = Number(new URLSearchParams(search).get('t'));
  if (Number.isInteger(taskId) && taskId > 0) {
    startLog({ projectId, taskId });
  }
  if (page === 'history' && !/[?&](?:status|template|user|before|after)=/.test(search)) {
    void store.dispatch(listTasks.initiate({ projectId, ...pageQuery({}) }, unused));
  } else if (page === 'templates' && below === '') {
    void store.dispatch(listTemplates.initiate(projectId, unused));
    void store.dispatch(listViews.initiate(projectId, unused));
    void store.dispatch(getReadiness.initiate(projectId, unused));
  }
}

/** A log that the address opens: its code, its task and its last lines. */
function startLog(task: TaskRef): void {
  withTexts(import('../features/tasks/task-log-dialog.js')).catch(() => undefined);
  void store.dispatch(getTask.initiate(task, unused));
  void store.dispatch(listTaskStages.initiate(task, unused));
  readEarly(linesPath(task, { tail: OPENING_LINES }));
}
