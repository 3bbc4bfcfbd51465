import type { TaskInput, TaskStatus, TaskWithTemplate } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

export interface TaskRef {
  projectId: number;
  taskId: number;
}

interface TemplateTasks {
  projectId: number;
  templateId: number;
  /** 1 to 200. */
  limit: number;
}

interface NewTask {
  projectId: number;
  body: TaskInput;
}

export const tasksApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listLastTasks: build.query<TaskWithTemplate[], number>({
      query: (projectId) => `project/${projectId}/tasks/last`,
      providesTags: [{ type: 'TaskList', id: 'PROJECT' }],
    }),
    listTemplateTasks: build.query<TaskWithTemplate[], TemplateTasks>({
      query: ({ projectId, templateId, limit }) =>
        `project/${projectId}/templates/${templateId}/tasks/last?limit=${limit}`,
      providesTags: (_tasks, _error, { templateId }) => [{ type: 'TaskList', id: templateId }],
    }),
    listBuilds: build.query<TaskWithTemplate[], { projectId: number; templateId: number }>({
      query: ({ projectId, templateId }) =>
        `project/${projectId}/templates/${templateId}/tasks?status=${'success' satisfies TaskStatus}&limit=20`,
      providesTags: ['TaskList'],
    }),
    getTask: build.query<TaskWithTemplate, TaskRef>({
      query: ({ projectId, taskId }) => `project/${projectId}/tasks/${taskId}`,
      providesTags: (_task, _error, { taskId }) => [{ type: 'Task', id: taskId }],
    }),
    createTask: build.mutation<TaskWithTemplate, NewTask>({
      query: ({ projectId, body }) => ({ url: `project/${projectId}/tasks`, method: 'POST', body }),
      invalidatesTags: ['TaskList', 'Event'],
    }),
    stopTask: build.mutation<null, TaskRef & { force: boolean }>({
      query: ({ projectId, taskId, force }) => ({
        url: `project/${projectId}/tasks/${taskId}/stop`,
        method: 'POST',
        body: { force },
      }),
      invalidatesTags: (_result, _error, { taskId }) => ['TaskList', { type: 'Task', id: taskId }],
    }),
  }),
});

export const {
  useListLastTasksQuery,
  useListTemplateTasksQuery,
  useListBuildsQuery,
  useGetTaskQuery,
  useCreateTaskMutation,
  useStopTaskMutation,
} = tasksApi;
