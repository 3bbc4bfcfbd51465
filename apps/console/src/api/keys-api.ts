import type { Key, KeyInput } from '@switchyard/contracts';
import { byName } from '../lib/compare-text.js';
import { baseApi } from './base-api.js';
import { type SaveRow, saveRequest } from './save-request.js';

const keysApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listKeys: build.query<Key[], number>({
      query: (projectId) => `project/${projectId}/keys`,
      transformResponse: byName,
      providesTags: ['Key'],
    }),
    saveKey: build.mutation<Key | null, SaveRow<KeyInput>>({
      query: (row) => saveRequest('keys', row),
      invalidatesTags: ['Key', 'Event'],
    }),
  }),
});

export const { useListKeysQuery, useSaveKeyMutation } = keysApi;
