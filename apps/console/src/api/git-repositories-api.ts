import type { GitRepository, GitRepositoryInput, RepositoryTest } from '@switchyard/contracts';
import { byName } from '../lib/compare-text.js';
import { baseApi } from './base-api.js';
import { type SaveRow, saveRequest } from './save-request.js';

const gitRepositoriesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listGitRepositories: build.query<GitRepository[], number>({
      query: (projectId) => `project/${projectId}/repositories`,
      transformResponse: byName,
      providesTags: ['Repository'],
    }),
    listBranches: build.query<string[], { projectId: number; id: number }>({
      query: ({ projectId, id }) => `project/${projectId}/repositories/${id}/branches`,
      providesTags: ['Repository'],
      keepUnusedDataFor: 60,
    }),
    findRevision: build.query<string[], { projectId: number; id: number; name: string }>({
      query: ({ projectId, id, name }) => ({
        url: `project/${projectId}/repositories/${id}/branches`,
        params: { name },
      }),
      keepUnusedDataFor: 60,
    }),
    /** Of a repository that is not stored. */
    testRepository: build.query<string[], { projectId: number; body: RepositoryTest }>({
      query: ({ projectId, body }) => ({ url: `project/${projectId}/repositories/test`, method: 'POST', body }),
      keepUnusedDataFor: 0,
    }),
    saveGitRepository: build.mutation<GitRepository | null, SaveRow<GitRepositoryInput>>({
      query: (row) => saveRequest('repositories', row),
      invalidatesTags: ['Repository', 'Event'],
    }),
  }),
});

export const {
  useFindRevisionQuery,
  useListBranchesQuery,
  useLazyListBranchesQuery,
  useListGitRepositoriesQuery,
  useLazyTestRepositoryQuery,
  useSaveGitRepositoryMutation,
  useTestRepositoryQuery,
} = gitRepositoriesApi;
