import type { Task, TaskUpdate, TaskWithTemplate, Template } from '@switchyard/contracts';
import type { AppDispatch, RootState } from './store.js';
import { baseApi } from './base-api.js';
import { tasksApi } from './tasks-api.js';
import { templatesApi } from './templates-api.js';

type Patch = Pick<Task, 'status' | 'start' | 'end' | 'version' | 'waiting_reason'>;

const patchOf = ({ status, start, end, version, waiting_reason }: TaskUpdate): Patch => ({
  status,
  start,
  end,
  version,
  waiting_reason,
});

/** Changes the task of the update wherever it stands in the list. */
export function patchTasks(tasks: TaskWithTemplate[], update: TaskUpdate): void {
  const task = tasks.find((candidate) => candidate.id === update.task_id);
  if (task !== undefined) {
    Object.assign(task, patchOf(update));
  }
}

/** Changes the last task of the template that the update belongs to. */
export function patchLastTask(templates: Template[], update: TaskUpdate): void {
  const last = templates.find((template) => template.id === update.template_id)?.last_task;
  if (last?.id === update.task_id) {
    Object.assign(last, patchOf(update));
  }
}

/**
 * Shows a task update at once in every cached list of the project. Members that the update does not carry (commit, runner,
 * a new task's row) are fetched by the invalidation that {@link refreshTasks} makes.
 */
export function applyTaskUpdate(update: TaskUpdate) {
  return (dispatch: AppDispatch, getState: () => RootState): void => {
    const projectId = update.project_id;
    const change = (tasks: TaskWithTemplate[]): void => patchTasks(tasks, update);
    dispatch(templatesApi.util.updateQueryData('listTemplates', projectId, (list) => patchLastTask(list, update)));
    dispatch(tasksApi.util.updateQueryData('listLastTasks', projectId, change));
    for (const args of tasksApi.util.selectCachedArgsForQuery(getState(), 'listTemplateTasks')) {
      if (args.projectId === projectId) {
        dispatch(tasksApi.util.updateQueryData('listTemplateTasks', args, change));
      }
    }
    for (const args of tasksApi.util.selectCachedArgsForQuery(getState(), 'listTasks')) {
      if (args.projectId === projectId) {
        dispatch(tasksApi.util.updateQueryData('listTasks', args, change));
      }
    }
    const ref = { projectId, taskId: update.task_id };
    dispatch(tasksApi.util.updateQueryData('getTask', ref, (task) => void Object.assign(task, patchOf(update))));
  };
}

/** Shows a task that was just launched in every cached list of its project, before they are fetched again. */
export function showNewTask(task: TaskWithTemplate) {
  return (dispatch: AppDispatch, getState: () => RootState): void => {
    const { project_id: projectId, template_id: templateId, id: taskId } = task;
    const add = (tasks: TaskWithTemplate[]): void => {
      if (!tasks.some(({ id }) => id === taskId)) {
        tasks.unshift(task);
      }
    };
    dispatch(tasksApi.util.updateQueryData('listLastTasks', projectId, add));
    for (const args of tasksApi.util.selectCachedArgsForQuery(getState(), 'listTemplateTasks')) {
      if (args.templateId === templateId) {
        dispatch(tasksApi.util.updateQueryData('listTemplateTasks', args, add));
      }
    }
    dispatch(templatesApi.util.updateQueryData('listTemplates', projectId, (list) => addLastTask(list, task)));
    void dispatch(tasksApi.util.upsertQueryData('getTask', { projectId, taskId }, task));
  };
}

function addLastTask(templates: Template[], task: TaskWithTemplate): void {
  const template = templates.find(({ id }) => id === task.template_id);
  if (template && (template.last_task_id ?? 0) < task.id) {
    Object.assign(template, { last_task: task, last_task_id: task.id });
  }
}

/** Fetches again what is on screen of the named tasks and of every task list. */
export function refreshTasks(taskIds: readonly number[]) {
  return baseApi.util.invalidateTags(['TaskList', ...taskIds.map((id) => ({ type: 'Task' as const, id }))]);
}
