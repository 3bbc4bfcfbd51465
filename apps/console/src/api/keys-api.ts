import type { Key, KeyInput } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

/** `id` absent = create. */
export interface SaveKey {
  projectId: number;
  id?: number | undefined;
  body: KeyInput;
}

const keysApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listKeys: build.query<Key[], number>({
      query: (projectId) => `project/${projectId}/keys`,
      providesTags: ['Key'],
    }),
    saveKey: build.mutation<Key | null, SaveKey>({
      query: ({ projectId, id, body }) => ({
        url: `project/${projectId}/keys${id === undefined ? '' : `/${id}`}`,
        method: id === undefined ? 'POST' : 'PUT',
        body: { ...body, id, project_id: projectId },
      }),
      invalidatesTags: ['Key', 'Event'],
    }),
  }),
});

export const { useListKeysQuery, useSaveKeyMutation } = keysApi;
