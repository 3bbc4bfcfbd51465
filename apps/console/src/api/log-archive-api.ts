import type { LogArchiveCheck, LogArchiveFacts } from '@switchyard/contracts';
import { baseApi } from './base-api.js';
import { logPath } from './log-paths.js';
import type { TaskRef } from './tasks-api.js';

export const { useGetLogArchiveQuery, useLazyCheckLogArchiveQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getLogArchive: build.query<LogArchiveFacts, TaskRef>({ query: (task) => `${logPath(task)}/log_archive` }),
    checkLogArchive: build.query<LogArchiveCheck, TaskRef & { after: number }>({
      query: ({ after, ...task }) => `${logPath(task)}/log_archive/check?after=${after}`,
    }),
  }),
});
