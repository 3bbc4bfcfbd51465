import type { ProjectSync, ProjectSyncInput } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

const pathOf = (projectId: number): string => `project/${projectId}/sync`;

const syncApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** null = the project is not synced. */
    getSync: build.query<ProjectSync | null, number>({
      query: (projectId) => pathOf(projectId),
      providesTags: ['Sync'],
    }),
    saveSync: build.mutation<null, { projectId: number; body: ProjectSyncInput }>({
      query: ({ projectId, body }) => ({ url: pathOf(projectId), method: 'PUT', body }),
      invalidatesTags: ['Sync', 'Event'],
    }),
    endSync: build.mutation<null, number>({
      query: (projectId) => ({ url: pathOf(projectId), method: 'DELETE' }),
      invalidatesTags: ['Sync', 'Event'],
    }),
    checkSync: build.mutation<null, number>({
      query: (projectId) => ({ url: `${pathOf(projectId)}/check`, method: 'POST' }),
      invalidatesTags: ['Sync'],
    }),
  }),
});

export const { useGetSyncQuery, useSaveSyncMutation, useEndSyncMutation, useCheckSyncMutation } = syncApi;
