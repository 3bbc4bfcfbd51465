import type {
  ApiToken,
  ApiTokenInput,
  CurrentUser,
  UserOptions,
  LinkedForgeAccount,
  LinkedForgeAccountInput,
} from '@switchyard/contracts';
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
    listForgeAccounts: build.query<LinkedForgeAccount[], void>({
      query: () => 'user/forge_accounts',
      providesTags: ['ForgeAccount'],
    }),
    linkForgeAccount: build.mutation<LinkedForgeAccount, LinkedForgeAccountInput>({
      query: (body) => ({ url: 'user/forge_accounts', method: 'POST', body }),
      invalidatesTags: ['ForgeAccount'],
    }),
    unlinkForgeAccount: build.mutation<null, number>({
      query: (id) => ({ url: `user/forge_accounts/${id}`, method: 'DELETE' }),
      invalidatesTags: ['ForgeAccount'],
    }),
  }),
});

export const { getCurrentUser } = userApi.endpoints;
export const {
  useGetCurrentUserQuery,
  useListForgeAccountsQuery,
  useLinkForgeAccountMutation,
  useUnlinkForgeAccountMutation,
  useSaveOptionsMutation,
  useListTokensQuery,
  useCreateTokenMutation,
  useDeleteTokenMutation,
} = userApi;
