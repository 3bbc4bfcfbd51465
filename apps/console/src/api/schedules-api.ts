import type {
  Schedule,
  ScheduleForecast,
  ScheduleInput,
  ScheduleTimingInput,
  TaskWithTemplate,
} from '@switchyard/contracts';
import { byName } from '../lib/compare-text.js';
import { baseApi } from './base-api.js';
import { type SaveRow, saveRequest } from './save-request.js';

interface ScheduleRef {
  projectId: number;
  id: number;
}

/** Tasks of a schedule that its row opens to (resources 9). */
const LAST_TASKS = 5;

const schedulesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listSchedules: build.query<Schedule[], number>({
      query: (projectId) => `project/${projectId}/schedules`,
      transformResponse: byName,
      providesTags: ['Schedule', { type: 'TaskList', id: 'PROJECT' }],
    }),
    listTemplateSchedules: build.query<Schedule[], { projectId: number; templateId: number }>({
      query: ({ projectId, templateId }) => `project/${projectId}/templates/${templateId}/schedules`,
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
    saveSchedule: build.mutation<Schedule | null, SaveRow<ScheduleInput>>({
      query: (row) => saveRequest('schedules', row),
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
  useListTemplateSchedulesQuery,
  useListScheduleTasksQuery,
  useForecastScheduleQuery,
  useSaveScheduleMutation,
  useSetScheduleActiveMutation,
} = schedulesApi;
