import type { Key, KeyInput, PassphraseTest, PassphraseTestResult } from '@switchyard/contracts';
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
    testPassphrase: build.mutation<PassphraseTestResult, { projectId: number; body: PassphraseTest }>({
      query: ({ projectId, body }) => ({ url: `project/${projectId}/keys/test`, method: 'POST', body }),
    }),
  }),
});

export const { useListKeysQuery, useSaveKeyMutation, useTestPassphraseMutation } = keysApi;
