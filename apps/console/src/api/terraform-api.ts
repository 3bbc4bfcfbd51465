import type {
  OfferedState,
  TerraformAlias,
  TerraformLockState,
  TerraformState,
  TerraformStateContent,
} from '@switchyard/contracts';
import { baseApi } from './base-api.js';

/** A workspace of a project. */
export interface WorkspaceRef {
  projectId: number;
  inventoryId: number;
}

const pathOf = ({ projectId, inventoryId }: WorkspaceRef): string =>
  `project/${projectId}/inventory/${inventoryId}/terraform`;

const terraformApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listAliases: build.query<TerraformAlias[], WorkspaceRef>({
      query: (ref) => `${pathOf(ref)}/aliases`,
      providesTags: ['TerraformAlias'],
    }),
    saveAlias: build.mutation<TerraformAlias | null, WorkspaceRef & { id?: number | undefined; keyId: number }>({
      query: ({ id, keyId, ...ref }) => ({
        url: `${pathOf(ref)}/aliases${id === undefined ? '' : `/${id}`}`,
        method: id === undefined ? 'POST' : 'PUT',
        body: { id, auth_key_id: keyId },
      }),
      invalidatesTags: ['TerraformAlias'],
    }),
    deleteAlias: build.mutation<null, WorkspaceRef & { id: number }>({
      query: ({ id, ...ref }) => ({ url: `${pathOf(ref)}/aliases/${id}`, method: 'DELETE' }),
      invalidatesTags: ['TerraformAlias'],
    }),
    listStates: build.query<TerraformState[], WorkspaceRef>({
      query: (ref) => `${pathOf(ref)}/states`,
      providesTags: ['TerraformState', { type: 'TaskList', id: 'PROJECT' }],
    }),
    getState: build.query<TerraformStateContent, WorkspaceRef & { id: number }>({
      query: ({ id, ...ref }) => `${pathOf(ref)}/states/${id}`,
      keepUnusedDataFor: 0,
    }),
    /** Sensitive values too; asking is recorded. */
    getWholeState: build.mutation<string, WorkspaceRef & { id: number }>({
      query: ({ id, ...ref }) => ({
        url: `${pathOf(ref)}/states/${id}/content`,
        method: 'POST',
        responseHandler: 'text',
      }),
    }),
    restoreState: build.mutation<null, WorkspaceRef & { id: number }>({
      query: ({ id, ...ref }) => ({ url: `${pathOf(ref)}/states/${id}/restore`, method: 'POST' }),
      invalidatesTags: ['TerraformState'],
    }),
    getStateLock: build.query<TerraformLockState, WorkspaceRef>({
      query: (ref) => `${pathOf(ref)}/lock`,
      providesTags: ['TerraformState', { type: 'TaskList', id: 'PROJECT' }],
    }),
    freeStateLock: build.mutation<null, WorkspaceRef>({
      query: (ref) => ({ url: `${pathOf(ref)}/lock`, method: 'DELETE' }),
      invalidatesTags: ['TerraformState'],
    }),
  }),
});

export const {
  useListAliasesQuery,
  useSaveAliasMutation,
  useDeleteAliasMutation,
  useListStatesQuery,
  useGetStateQuery,
  useGetWholeStateMutation,
  useRestoreStateMutation,
  useGetStateLockQuery,
  useFreeStateLockMutation,
} = terraformApi;

const offersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listOfferedStates: build.query<OfferedState[], WorkspaceRef>({
      query: (ref) => `${pathOf(ref)}/states/offered`,
      providesTags: ['TerraformState', { type: 'TaskList', id: 'PROJECT' }],
    }),
    acceptState: build.mutation<null, WorkspaceRef & { id: number; replace: boolean }>({
      query: ({ id, replace, ...ref }) => ({
        url: `${pathOf(ref)}/states/${id}/accept`,
        method: 'POST',
        body: { replace },
      }),
      invalidatesTags: ['TerraformState'],
    }),
    discardState: build.mutation<null, WorkspaceRef & { id: number }>({
      query: ({ id, ...ref }) => ({ url: `${pathOf(ref)}/states/${id}`, method: 'DELETE' }),
      invalidatesTags: ['TerraformState'],
    }),
  }),
});

export const { useListOfferedStatesQuery, useAcceptStateMutation, useDiscardStateMutation } = offersApi;
