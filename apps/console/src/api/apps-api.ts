import type { App, AppInput } from '@switchyard/contracts';
import { baseApi } from './base-api.js';
import { ifMatch } from './save-request.js';

/** Of an app in the API. */
export const pathOf = (id: string): string => `apps/${encodeURIComponent(id)}`;

const appsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listApps: build.query<App[], void>({ query: () => 'apps', keepUnusedDataFor: 3_600, providesTags: ['App'] }),
    createApp: build.mutation<null, { id: string; body: AppInput }>({
      query: ({ id, body }) => ({ url: pathOf(id), method: 'POST', body }),
      invalidatesTags: ['App'],
    }),
    saveApp: build.mutation<null, { id: string; tag: string | null; body: AppInput }>({
      query: ({ id, tag, body }) => ({ url: pathOf(id), method: 'PUT', headers: ifMatch(tag), body }),
      invalidatesTags: ['App'],
    }),
    switchApp: build.mutation<null, { id: string; active: boolean }>({
      query: ({ id, active }) => ({ url: `${pathOf(id)}/active`, method: 'POST', body: { active } }),
      invalidatesTags: ['App'],
    }),
    deleteApp: build.mutation<null, string>({
      query: (id) => ({ url: pathOf(id), method: 'DELETE' }),
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
