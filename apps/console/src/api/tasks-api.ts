import type {
  PlanView,
  ActiveTask,
  TaskError,
  TaskHost,
  TaskInput,
  NamedOutput,
  TaskQueuePlace,
  TaskRepository,
  TaskSnapshot,
  TaskStage,
  TaskStatus,
  TaskWithTemplate,
} from '@switchyard/contracts';
import { baseApi } from './base-api.js';
import { clickAge } from './click-age.js';

export interface TaskRef {
  projectId: number;
  taskId: number;
}

/** `attributes` = false: resources come without what differs, of which a long plan has megabytes. */
export interface PlanRef extends TaskRef {
  attributes: boolean;
}

/** Which tasks of a project; `status` may be several, separated by commas. */
export interface TaskFilter {
  status?: string;
  template_id?: number | undefined;
  user_id?: number | undefined;
  /** Made at `start` or later, and before `end`. */
  start?: string | undefined;
  end?: string | undefined;
  text?: string | undefined;
}

interface TaskPage extends TaskFilter {
  projectId: number;
  limit: number;
  /** Ids of tasks: only older ones, or the next newer ones. */
  before?: number;
  after?: number;
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
  /** Key of this launch: sent again, it starts nothing new. */
  key: string;
}

const pathOf = ({ projectId, taskId }: TaskRef): string => `project/${projectId}/tasks/${taskId}`;

/** Fetched again when the task has changed. */
const ofTask = (_result: unknown, _error: unknown, { taskId }: TaskRef) => [{ type: 'Task' as const, id: taskId }];

interface TaskDecision extends TaskRef {
  reason?: string;
}

const decision = (way: 'confirm' | 'reject') => ({
  query: ({ reason, ...ref }: TaskDecision) => ({ url: `${pathOf(ref)}/${way}`, method: 'POST', body: { reason } }),
  invalidatesTags: (result: unknown, error: unknown, ref: TaskDecision) => [
    'TaskList' as const,
    'Event' as const,
    ...ofTask(result, error, ref),
  ],
});

export const tasksApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listLastTasks: build.query<TaskWithTemplate[], number>({
      query: (projectId) => `project/${projectId}/tasks/last`,
      providesTags: [{ type: 'TaskList', id: 'PROJECT' }],
    }),
    listTasks: build.query<TaskWithTemplate[], TaskPage>({
      query: ({ projectId, ...params }) => ({ url: `project/${projectId}/tasks`, params }),
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
    getTask: build.query<TaskWithTemplate, TaskRef>({ query: pathOf, providesTags: ofTask }),
    getTaskQueuePlace: build.query<TaskQueuePlace, TaskRef>({
      query: (ref) => `${pathOf(ref)}/queue`,
      providesTags: [{ type: 'TaskList', id: 'PROJECT' }],
    }),
    createTask: build.mutation<TaskWithTemplate, NewTask>({
      query: ({ projectId, body, key }) => ({
        url: `project/${projectId}/tasks`,
        method: 'POST',
        body,
        headers: { 'idempotency-key': key, ...clickAge() },
      }),
      invalidatesTags: ['TaskList', 'Event'],
    }),
    listTaskHosts: build.query<TaskHost[], TaskRef>({ query: (ref) => `${pathOf(ref)}/ansible/hosts` }),
    listTaskErrors: build.query<TaskError[], TaskRef>({ query: (ref) => `${pathOf(ref)}/ansible/errors` }),
    listTaskStages: build.query<TaskStage[], TaskRef>({
      query: (ref) => `${pathOf(ref)}/stages`,
      providesTags: ofTask,
    }),
    getTaskRepository: build.query<TaskRepository, TaskRef>({ query: (ref) => `${pathOf(ref)}/repository` }),
    getTaskSnapshot: build.query<TaskSnapshot, TaskRef>({
      query: (ref) => `${pathOf(ref)}/snapshot`,
      providesTags: ofTask,
    }),
    listTaskOutputs: build.query<NamedOutput[], TaskRef>({ query: (ref) => `${pathOf(ref)}/outputs` }),
    getTaskPlan: build.query<PlanView, PlanRef>({
      query: ({ attributes, ...ref }) => `${pathOf(ref)}/plan${attributes ? '' : '?attributes=false'}`,
    }),
    confirmTask: build.mutation<null, TaskDecision>(decision('confirm')),
    rejectTask: build.mutation<null, TaskDecision>(decision('reject')),
    listActiveTasks: build.query<ActiveTask[], void>({ query: () => 'tasks', providesTags: ['TaskList'] }),
    stopActiveTask: build.mutation<null, number>({
      query: (taskId) => ({ url: `tasks/${taskId}`, method: 'DELETE' }),
      invalidatesTags: ['TaskList'],
    }),
    stopTask: build.mutation<null, TaskDecision & { force: boolean }>({
      query: ({ force, reason, ...ref }) => ({ url: `${pathOf(ref)}/stop`, method: 'POST', body: { force, reason } }),
      invalidatesTags: (_result, _error, { taskId }) => ['TaskList', { type: 'Task', id: taskId }],
    }),
  }),
});

export const { getTask, listTasks, listTaskStages } = tasksApi.endpoints;
export const {
  useListLastTasksQuery,
  useListTasksQuery,
  useListTemplateTasksQuery,
  useListBuildsQuery,
  useGetTaskQuery,
  useGetTaskQueuePlaceQuery,
  useCreateTaskMutation,
  useListTaskHostsQuery,
  useListTaskOutputsQuery,
  useListTaskErrorsQuery,
  useListTaskStagesQuery,
  useGetTaskRepositoryQuery,
  useGetTaskSnapshotQuery,
  useConfirmTaskMutation,
  useRejectTaskMutation,
  useListActiveTasksQuery,
  useStopActiveTaskMutation,
  useStopTaskMutation,
  usePrefetch: usePrefetchTask,
} = tasksApi;

/** A plan does not change once it is there, and a long one has megabytes. */
export const useGetTaskPlanQuery: typeof tasksApi.useGetTaskPlanQuery = (arg, options) =>
  tasksApi.useGetTaskPlanQuery(arg, { refetchOnMountOrArgChange: false, ...options });
