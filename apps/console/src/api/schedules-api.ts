import type {
  Schedule,
  ScheduleForecast,
  ScheduleInput,
  ScheduleTimingInput,
  TaskWithTemplate,
} from '@switchyard/contracts';
import { baseApi } from './base-api.js';

interface ScheduleRef {
  projectId: number;
  id: number;
}

/** `id` absent = create. */
interface SaveSchedule {
  projectId: number;
  id?: number | undefined;
  body: ScheduleInput;
}

/** Tasks of a schedule that its row opens to (resources 9). */
const LAST_TASKS = 5;

const schedulesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listSchedules: build.query<Schedule[], number>({
      query: (projectId) => `project/${projectId}/schedules`,
      providesTags: ['Schedule', { type: 'TaskList', id: 'PROJECT' }],
    }),
    getSchedule: build.query<Schedule, ScheduleRef>({
      query: ({ projectId, id }) => `project/${projectId}/schedules/${id}`,
      providesTags: ['Schedule'],
      keepUnusedDataFor: 0,
    }),
    listScheduleTasks: build.query<TaskWithTemplate[], ScheduleRef>({
      query: ({ projectId, id }) => `project/${projectId}/tasks?schedule_id=${id}&limit=${LAST_TASKS}`,
      providesTags: [{ type: 'TaskList', id: 'PROJECT' }],
    }),
    forecastSchedule: build.query<ScheduleForecast, { projectId: number; timing: ScheduleTimingInput }>({
      query: ({ projectId, timing }) => ({
        url: `project/${projectId}/schedules/validate`,
        method: 'POST',
        body: timing,
      }),
      keepUnusedDataFor: 30,
    }),
    saveSchedule: build.mutation<Schedule | null, SaveSchedule>({
      query: ({ projectId, id, body }) => ({
        url: `project/${projectId}/schedules${id === undefined ? '' : `/${id}`}`,
        method: id === undefined ? 'POST' : 'PUT',
        body: { ...body, id, project_id: projectId },
      }),
      invalidatesTags: ['Schedule', 'Event'],
    }),
    setScheduleActive: build.mutation<null, ScheduleRef & { active: boolean; reason: string }>({
      query: ({ projectId, id, active, reason }) => ({
        url: `project/${projectId}/schedules/${id}/active`,
        method: 'PUT',
        body: { active, reason },
      }),
      invalidatesTags: ['Schedule', 'Event'],
    }),
  }),
});

export const {
  useListSchedulesQuery,
  useGetScheduleQuery,
  useListScheduleTasksQuery,
  useForecastScheduleQuery,
  useSaveScheduleMutation,
  useSetScheduleActiveMutation,
} = schedulesApi;
