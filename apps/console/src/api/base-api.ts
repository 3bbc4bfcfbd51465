import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query.js';

/** What a mutation may change. `TaskList` stands for every list that shows tasks, the template list included. */
const tagTypes = [
  'Session',
  'User',
  'Users',
  'Tokens',
  'AccessGrant',
  'Project',
  'Readiness',
  'Team',
  'Key',
  'Repository',
  'Inventory',
  'Environment',
  'Template',
  'View',
  'Schedule',
  'Integration',
  'IntegrationAlias',
  'IntegrationPart',
  'IntegrationDelivery',
  'Task',
  'TaskList',
  'LogLink',
  'Event',
  'App',
  'Runner',
  'RegistrationToken',
  'Alert',
  'TerraformAlias',
  'TerraformState',
  'Billing',
  'Subscription',
] as const;

type TagType = (typeof tagTypes)[number];

/** A tag of one entry or of all entries of a type. */
export type ApiTag = TagType | { type: TagType; id: string | number };

/** Empty on purpose: each noun injects its endpoints from its own file. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
