import type { ApiToken, CurrentUser } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

const userApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getCurrentUser: build.query<CurrentUser, void>({ query: () => 'user', providesTags: ['User'] }),
    listTokens: build.query<ApiToken[], void>({ query: () => 'user/tokens', providesTags: ['Tokens'] }),
    createToken: build.mutation<ApiToken, void>({
      query: () => ({ url: 'user/tokens', method: 'POST' }),
      invalidatesTags: ['Tokens'],
    }),
    deleteToken: build.mutation<null, string>({
      query: (id) => ({ url: `user/tokens/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['Tokens'],
    }),
  }),
});

export const { useGetCurrentUserQuery, useListTokensQuery, useCreateTokenMutation, useDeleteTokenMutation } = userApi;
