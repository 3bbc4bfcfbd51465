import type { ApiToken, ApiTokenInput, CurrentUser, UserOptions } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

const userApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getCurrentUser: build.query<CurrentUser, void>({ query: () => 'user', providesTags: ['User', 'Subscription'] }),
    /** The user on screen carries the new options at once, so that the next change starts from them. */
    saveOptions: build.mutation<null, UserOptions>({
      query: (body) => ({ url: 'user/options', method: 'PUT', body }),
      onQueryStarted: (options, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          userApi.util.updateQueryData('getCurrentUser', undefined, (user) => ({ ...user, options })),
        );
        queryFulfilled.catch(patch.undo);
      },
    }),
    listTokens: build.query<ApiToken[], void>({ query: () => 'user/tokens', providesTags: ['Tokens'] }),
    createToken: build.mutation<ApiToken, ApiTokenInput>({
      query: (body) => ({ url: 'user/tokens', method: 'POST', body }),
      invalidatesTags: ['Tokens'],
    }),
    deleteToken: build.mutation<null, string>({
      query: (id) => ({ url: `user/tokens/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['Tokens'],
    }),
  }),
});

export const { getCurrentUser } = userApi.endpoints;
export const {
  useGetCurrentUserQuery,
  useSaveOptionsMutation,
  useListTokensQuery,
  useCreateTokenMutation,
  useDeleteTokenMutation,
} = userApi;
