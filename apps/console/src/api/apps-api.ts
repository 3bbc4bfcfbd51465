import type { App, AppInput } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

const appsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listApps: build.query<App[], void>({ query: () => 'apps', keepUnusedDataFor: 3_600, providesTags: ['App'] }),
    createApp: build.mutation<null, { id: string; body: AppInput }>({
      query: ({ id, body }) => ({ url: `apps/${encodeURIComponent(id)}`, method: 'POST', body }),
      invalidatesTags: ['App'],
    }),
    saveApp: build.mutation<null, { id: string; body: AppInput }>({
      query: ({ id, body }) => ({ url: `apps/${encodeURIComponent(id)}`, method: 'PUT', body }),
      invalidatesTags: ['App'],
    }),
    switchApp: build.mutation<null, { id: string; active: boolean }>({
      query: ({ id, active }) => ({ url: `apps/${encodeURIComponent(id)}/active`, method: 'POST', body: { active } }),
      invalidatesTags: ['App'],
    }),
    deleteApp: build.mutation<null, string>({
      query: (id) => ({ url: `apps/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['App'],
    }),
  }),
});

export const {
  useCreateAppMutation,
  useListAppsQuery,
  useSaveAppMutation,
  useSwitchAppMutation,
  useDeleteAppMutation,
} = appsApi;
