import type {
  Runner,
  RunnerCaches,
  RunnerInput,
  RunnerTagCount,
  RunnerWithSecrets,
  WantedTag,
  NotificationSecret,
  RunnerDelivery,
} from '@switchyard/contracts';
import { byName } from '../lib/compare-text.js';
import { baseApi } from './base-api.js';
import { ifMatch } from './save-request.js';

/** Whose runners: those of a project by its id; `null` = all of the installation, for administrators. */
export type RunnerScope = number | null;

export interface RunnerRef {
  scope: RunnerScope;
  id: number;
}

export type RunnerBody = Pick<RunnerInput, 'name' | 'webhook' | 'max_parallel_tasks' | 'active' | 'tags'>;

/** Beginning of the paths of a scope. */
export const root = (scope: RunnerScope): string => (scope === null ? '' : `project/${scope}/`);
/** Path of one runner. */
export const pathOf = ({ scope, id }: RunnerRef): string => `${root(scope)}runners/${id}`;

const runnersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listRunners: build.query<Runner[], RunnerScope>({
      query: (scope) => `${root(scope)}runners`,
      transformResponse: byName,
      providesTags: ['Runner', 'TaskList'],
    }),
    listWantedTags: build.query<WantedTag[], RunnerScope>({
      query: (scope) => `${root(scope)}runner_tags/wanted`,
      providesTags: ['Runner', 'TaskList'],
    }),
    listRunnerTags: build.query<RunnerTagCount[], RunnerScope>({
      query: (scope) => `${root(scope)}runner_tags`,
      providesTags: ['Runner'],
    }),
    createRunner: build.mutation<RunnerWithSecrets, { scope: RunnerScope; body: RunnerBody }>({
      query: ({ scope, body }) => ({ url: `${root(scope)}runners`, method: 'POST', body }),
      invalidatesTags: ['Runner'],
    }),
    updateRunner: build.mutation<null, RunnerRef & { body: RunnerBody; tag: string | null }>({
      query: ({ body, tag, ...ref }) => ({ url: pathOf(ref), method: 'PUT', headers: ifMatch(tag), body }),
      invalidatesTags: ['Runner'],
    }),
    switchRunner: build.mutation<null, RunnerRef & { active: boolean }>({
      query: ({ active, ...ref }) => ({ url: `${pathOf(ref)}/active`, method: 'POST', body: { active } }),
      invalidatesTags: ['Runner'],
    }),
    drainRunner: build.mutation<null, RunnerRef & { draining: boolean }>({
      query: ({ draining, ...ref }) => ({ url: `${pathOf(ref)}/drain`, method: 'POST', body: { draining } }),
      invalidatesTags: ['Runner'],
    }),
    rotateRunner: build.mutation<RunnerWithSecrets, RunnerRef>({
      query: (ref) => ({ url: `${pathOf(ref)}/rotate`, method: 'POST' }),
      invalidatesTags: ['Runner'],
    }),
    renewWebhookSecret: build.mutation<NotificationSecret, RunnerRef>({
      query: (ref) => ({ url: `${pathOf(ref)}/webhook_secret`, method: 'POST' }),
    }),
    clearRunnerCache: build.mutation<null, RunnerRef>({
      query: (ref) => ({ url: `${pathOf(ref)}/cache`, method: 'DELETE' }),
      invalidatesTags: ['Runner'],
    }),
    listRunnerCaches: build.query<RunnerCaches, RunnerRef>({
      query: (ref) => `${pathOf(ref)}/caches`,
      keepUnusedDataFor: 0,
      providesTags: ['Runner'],
    }),
    /** For administrators: what the runner keeps of one project. */
    clearProjectOnRunner: build.mutation<null, { id: number; projectId: number }>({
      query: ({ id, projectId }) => ({ url: `runners/${id}/caches/${projectId}`, method: 'DELETE' }),
    }),
    deleteRunner: build.mutation<null, RunnerRef>({
      query: (ref) => ({ url: pathOf(ref), method: 'DELETE' }),
      invalidatesTags: (_result, error) => (error ? [] : ['Runner']),
    }),
  }),
});

export const {
  useListRunnersQuery,
  useListRunnerTagsQuery,
  useListWantedTagsQuery,
  useCreateRunnerMutation,
  useUpdateRunnerMutation,
  useSwitchRunnerMutation,
  useDrainRunnerMutation,
  useRotateRunnerMutation,
  useRenewWebhookSecretMutation,
  useClearRunnerCacheMutation,
  useListRunnerCachesQuery,
  useClearProjectOnRunnerMutation,
  useDeleteRunnerMutation,
} = runnersApi;

const runnerDeliveriesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listDeliveries: build.query<RunnerDelivery[], RunnerRef>({
      query: (ref) => `${pathOf(ref)}/deliveries`,
      providesTags: ['Runner'],
    }),
    sendDeliveryAgain: build.mutation<null, RunnerRef & { delivery: string }>({
      query: ({ delivery, ...ref }) => ({ url: `${pathOf(ref)}/deliveries/${delivery}/send_again`, method: 'POST' }),
      invalidatesTags: ['Runner'],
    }),
  }),
});

export const { useListDeliveriesQuery, useSendDeliveryAgainMutation } = runnerDeliveriesApi;
