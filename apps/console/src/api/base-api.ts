import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query.js';

/** Tags of what a mutation may change. `TaskList` stands for every list that shows tasks, the template list included. */
const tagTypes = [
  'Session',
  'User',
  'Users',
  'Tokens',
  'ForgeAccount',
  'AccessGrant',
  'AuditReceiver',
  'Project',
  'Readiness',
  'Team',
  'Key',
  'Repository',
  'Sync',
  'Inventory',
  'Environment',
  'Template',
  'View',
  'Schedule',
  'Workflow',
  'WorkflowRun',
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

/** How old in seconds an answer may be that is shown without a fresh one: the parts of one page use the same. */
const FRESH_S = 2;

/**
 * Empty on purpose: each noun injects its endpoints from its own file. Opened data is fresh, whether or not messages of the
 * socket feed it: nothing reports what changed while it was not on screen.
 */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  refetchOnMountOrArgChange: FRESH_S,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});

/** Reads again all that is on screen; what failed meanwhile comes too. */
export const readAllAgain = baseApi.internalActions.onOnline;
