import type { LogLink, LogLinkInput, NewLogLink } from '@switchyard/contracts';
import { baseApi } from './base-api.js';
import { logPath } from './log-paths.js';
import type { TaskRef } from './tasks-api.js';

const pathOf = (task: TaskRef): string => `${logPath(task)}/log_links`;

const logLinksApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listLogLinks: build.query<LogLink[], TaskRef>({ query: pathOf, providesTags: ['LogLink'], keepUnusedDataFor: 0 }),
    addLogLink: build.mutation<NewLogLink, TaskRef & LogLinkInput>({
      query: ({ hours, ...task }) => ({ url: pathOf(task), method: 'POST', body: { hours } }),
      invalidatesTags: ['LogLink'],
    }),
    removeLogLink: build.mutation<null, TaskRef & { id: number }>({
      query: ({ id, ...task }) => ({ url: `${pathOf(task)}/${id}`, method: 'DELETE' }),
      invalidatesTags: ['LogLink'],
    }),
  }),
});

export const { useListLogLinksQuery, useAddLogLinkMutation, useRemoveLogLinkMutation } = logLinksApi;
