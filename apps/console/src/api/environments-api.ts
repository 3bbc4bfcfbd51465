import type { Environment, EnvironmentInput } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

/** `id` absent = create. */
export interface SaveEnvironment {
  projectId: number;
  id?: number | undefined;
  body: EnvironmentInput;
}

const environmentsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listEnvironments: build.query<Environment[], number>({
      query: (projectId) => `project/${projectId}/environment`,
      providesTags: ['Environment'],
    }),
    getEnvironment: build.query<Environment, { projectId: number; id: number }>({
      query: ({ projectId, id }) => `project/${projectId}/environment/${id}`,
      providesTags: ['Environment'],
    }),
    saveEnvironment: build.mutation<Environment | null, SaveEnvironment>({
      query: ({ projectId, id, body }) => ({
        url: `project/${projectId}/environment${id === undefined ? '' : `/${id}`}`,
        method: id === undefined ? 'POST' : 'PUT',
        body: { ...body, id, project_id: projectId },
      }),
      invalidatesTags: ['Environment', 'Event'],
    }),
  }),
});

export const { useListEnvironmentsQuery, useGetEnvironmentQuery, useSaveEnvironmentMutation } = environmentsApi;
