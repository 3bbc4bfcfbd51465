import type {
  ExtractedValue,
  ExtractedValueInput,
  Integration,
  IntegrationAlias,
  IntegrationDelivery,
  IntegrationInput,
  Matcher,
  MatcherInput,
  WebhookTrial,
  WebhookTrialAnswer,
} from '@switchyard/contracts';
import { byName } from '../lib/compare-text.js';
import { baseApi } from './base-api.js';
import { type SaveRow, saveRequest } from './save-request.js';

export interface IntegrationRef {
  projectId: number;
  id: number;
}

/** Whose aliases: `null` = those of the project. */
export interface AliasOwner {
  projectId: number;
  integrationId: number | null;
}

/** `id` absent = create. */
interface Save<Body> {
  of: IntegrationRef;
  id?: number | undefined;
  body: Body;
}

const list = (projectId: number): string => `project/${projectId}/integrations`;
const pathOf = ({ projectId, id }: IntegrationRef): string => `${list(projectId)}/${id}`;
const aliasesOf = ({ projectId, integrationId }: AliasOwner): string =>
  integrationId === null ? `${list(projectId)}/aliases` : `${list(projectId)}/${integrationId}/aliases`;

const saved = <Body>(path: string, { of, id, body }: Save<Body>) => ({
  url: `${pathOf(of)}/${path}${id === undefined ? '' : `/${id}`}`,
  method: id === undefined ? 'POST' : 'PUT',
  body: { ...body, id, integration_id: of.id },
});

const integrationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listIntegrations: build.query<Integration[], number>({
      query: list,
      transformResponse: byName,
      providesTags: ['Integration'],
    }),
    getIntegration: build.query<Integration, IntegrationRef>({
      query: pathOf,
      providesTags: ['Integration'],
    }),
    saveIntegration: build.mutation<Integration | null, SaveRow<IntegrationInput>>({
      query: (row) => saveRequest('integrations', row),
      invalidatesTags: ['Integration', 'Event'],
    }),
    listIntegrationAliases: build.query<IntegrationAlias[], AliasOwner>({
      query: aliasesOf,
      providesTags: ['IntegrationAlias'],
    }),
    addIntegrationAlias: build.mutation<IntegrationAlias, AliasOwner>({
      query: (owner) => ({ url: aliasesOf(owner), method: 'POST' }),
      invalidatesTags: ['IntegrationAlias'],
    }),
    deleteIntegrationAlias: build.mutation<null, AliasOwner & { id: number }>({
      query: ({ id, ...owner }) => ({ url: `${aliasesOf(owner)}/${id}`, method: 'DELETE' }),
      invalidatesTags: ['IntegrationAlias'],
    }),
  }),
});

const partsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listMatchers: build.query<Matcher[], IntegrationRef>({
      query: (of) => `${pathOf(of)}/matchers`,
      providesTags: ['IntegrationPart'],
    }),
    saveMatcher: build.mutation<Matcher | null, Save<MatcherInput>>({
      query: (save) => saved('matchers', save),
      invalidatesTags: ['IntegrationPart'],
    }),
    listValues: build.query<ExtractedValue[], IntegrationRef>({
      query: (of) => `${pathOf(of)}/values`,
      providesTags: ['IntegrationPart'],
    }),
    saveValue: build.mutation<ExtractedValue | null, Save<ExtractedValueInput>>({
      query: (save) => saved('values', save),
      invalidatesTags: ['IntegrationPart'],
    }),
    deletePart: build.mutation<null, { of: IntegrationRef; path: 'matchers' | 'values'; id: number }>({
      query: ({ of, path, id }) => ({ url: `${pathOf(of)}/${path}/${id}`, method: 'DELETE' }),
      invalidatesTags: ['IntegrationPart'],
    }),
    tryWebhook: build.mutation<WebhookTrialAnswer, IntegrationRef & { trial: WebhookTrial }>({
      query: ({ trial, ...of }) => ({ url: `${pathOf(of)}/test`, method: 'POST', body: trial }),
    }),
    listIntegrationDeliveries: build.query<IntegrationDelivery[], IntegrationRef>({
      query: (of) => `${pathOf(of)}/deliveries`,
      providesTags: ['IntegrationDelivery'],
    }),
    deliverAgain: build.mutation<IntegrationDelivery, { of: IntegrationRef; deliveryId: string }>({
      query: ({ of, deliveryId }) => ({ url: `${pathOf(of)}/deliveries/${deliveryId}/redeliver`, method: 'POST' }),
      invalidatesTags: ['IntegrationDelivery', { type: 'TaskList', id: 'PROJECT' }],
    }),
    approveDelivery: build.mutation<IntegrationDelivery, { of: IntegrationRef; deliveryId: string }>({
      query: ({ of, deliveryId }) => ({ url: `${pathOf(of)}/deliveries/${deliveryId}/approve`, method: 'POST' }),
      invalidatesTags: ['IntegrationDelivery', { type: 'TaskList', id: 'PROJECT' }],
    }),
  }),
});

export const {
  useListIntegrationsQuery,
  useGetIntegrationQuery,
  useSaveIntegrationMutation,
  useListIntegrationAliasesQuery,
  useAddIntegrationAliasMutation,
  useDeleteIntegrationAliasMutation,
} = integrationsApi;

export const {
  useListMatchersQuery,
  useSaveMatcherMutation,
  useListValuesQuery,
  useSaveValueMutation,
  useDeletePartMutation,
  useTryWebhookMutation,
  useListIntegrationDeliveriesQuery,
  useDeliverAgainMutation,
  useApproveDeliveryMutation,
} = partsApi;
