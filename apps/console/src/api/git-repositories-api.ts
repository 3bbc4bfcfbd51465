import type { GitRepository, GitRepositoryInput } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

/** `id` absent = create. */
export interface SaveGitRepository {
  projectId: number;
  id?: number | undefined;
  body: GitRepositoryInput;
}

const gitRepositoriesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listGitRepositories: build.query<GitRepository[], number>({
      query: (projectId) => `project/${projectId}/repositories`,
      providesTags: ['Repository'],
    }),
    saveGitRepository: build.mutation<GitRepository | null, SaveGitRepository>({
      query: ({ projectId, id, body }) => ({
        url: `project/${projectId}/repositories${id === undefined ? '' : `/${id}`}`,
        method: id === undefined ? 'POST' : 'PUT',
        body: { ...body, id, project_id: projectId },
      }),
      invalidatesTags: ['Repository', 'Event'],
    }),
  }),
});

export const { useListGitRepositoriesQuery, useSaveGitRepositoryMutation } = gitRepositoriesApi;
