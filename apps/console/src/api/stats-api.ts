import type { DayStats } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

interface StatsArgs {
  projectId: number;
  /** `null` = all of the project. */
  templateId: number | null;
  /** First day, `YYYY-MM-DD`. */
  start: string;
  /** `null` = everybody. */
  userId: number | null;
}

const statsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getStats: build.query<DayStats[], StatsArgs>({
      query: ({ projectId, templateId, start, userId }) => ({
        url: `project/${projectId}/${templateId === null ? '' : `templates/${templateId}/`}stats`,
        params: { start, ...(userId !== null && { user_id: userId }) },
      }),
      providesTags: [{ type: 'TaskList', id: 'STATS' }],
    }),
  }),
});

export const { useGetStatsQuery } = statsApi;
