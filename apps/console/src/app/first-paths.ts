import { PROJECTS_PATH } from '../api/project-paths.js';
import { linesPath, logPath } from '../api/log-paths.js';
import { pageQuery } from '../components/data-table/keyset.js';
import { OPENING_LINES } from '../components/log-viewer/store/opening-lines.js';
import { ownPath } from '../lib/own-address.js';

/** Parts of the address of a project's page on which the first requests depend. */
export interface FirstPage {
  projectId: number;
  /** The task whose log is opened. */
  taskId: number | null;
  page: 'history' | 'templates' | null;
}

const PROJECT = /^\/project\/(\d+)\/(?:views\/\d+\/)?(\w*)\/?(.*)$/;
const FILTERED = /[?&](?:status|template|user|before|after)=/;

/** `null`: the address is none of a project. */
export function firstPageOf(location: Pick<Location, 'pathname' | 'search'>): FirstPage | null {
  const { search } = location;
  const [, id, page, below] = PROJECT.exec(ownPath(location)) ?? [];
  if (id === undefined) {
    return null;
  }
  const taskId = Number(new URLSearchParams(search).get('t'));
  const isHistory = page === 'history' && !FILTERED.test(search);
  return {
    projectId: Number(id),
    taskId: Number.isInteger(taskId) && taskId > 0 ? taskId : null,
    page: isHistory ? 'history' : page === 'templates' && below === '' ? 'templates' : null,
  };
}

/** Query of the history's first page. */
export const FIRST_TASKS = pageQuery({});

/** Paths that the page reads first, below `/api/`. */
export function firstPaths({ projectId, taskId, page }: FirstPage): string[] {
  const project = `project/${projectId}`;
  const log = taskId === null ? null : { projectId, taskId };
  return [
    ...(log ? [logPath(log), linesPath(log, { tail: OPENING_LINES }), `${logPath(log)}/stages`] : []),
    'user',
    PROJECTS_PATH,
    `${project}/role`,
    ...(page === 'templates' ? [`${project}/templates`, `${project}/views`, `${project}/readiness`] : []),
    ...(page === 'history' ? [`${project}/tasks?limit=${FIRST_TASKS.limit}`] : []),
    'info',
  ];
}
