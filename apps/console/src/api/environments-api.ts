import type { Environment, EnvironmentInput } from '@switchyard/contracts';
import { byName } from '../lib/compare-text.js';
import { baseApi } from './base-api.js';
import { type SaveRow, saveRequest } from './save-request.js';

const environmentsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listEnvironments: build.query<Environment[], number>({
      query: (projectId) => `project/${projectId}/environment`,
      transformResponse: byName,
      providesTags: ['Environment'],
    }),
    saveEnvironment: build.mutation<Environment | null, SaveRow<EnvironmentInput>>({
      query: (row) => saveRequest('environment', row),
      invalidatesTags: ['Environment', 'Event'],
    }),
  }),
});

export const { useListEnvironmentsQuery, useSaveEnvironmentMutation } = environmentsApi;
