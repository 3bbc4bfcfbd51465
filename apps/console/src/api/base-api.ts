import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query.js';

/** What a mutation may change. `TaskList` stands for every list that shows tasks, the template list included. */
export const tagTypes = [
  'User',
  'Users',
  'Tokens',
  'Project',
  'Team',
  'Key',
  'Repository',
  'Inventory',
  'Environment',
  'Template',
  'Task',
  'TaskList',
  'Event',
] as const;

/** Empty on purpose: each noun injects its endpoints from its own file. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
