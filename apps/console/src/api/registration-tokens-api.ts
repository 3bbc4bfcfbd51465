import type { RegistrationToken, RegistrationTokenInput, RegistrationTokenWithSecret } from '@switchyard/contracts';
import { baseApi } from './base-api.js';
import { root, type RunnerRef, type RunnerScope } from './runners-api.js';

const registrationTokensApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listRegistrationTokens: build.query<RegistrationToken[], RunnerScope>({
      query: (scope) => `${root(scope)}runner_registration_tokens`,
      providesTags: ['RegistrationToken'],
    }),
    createRegistrationToken: build.mutation<
      RegistrationTokenWithSecret,
      { scope: RunnerScope; body: RegistrationTokenInput }
    >({
      query: ({ scope, body }) => ({ url: `${root(scope)}runner_registration_tokens`, method: 'POST', body }),
      invalidatesTags: ['RegistrationToken'],
    }),
    revokeRegistrationToken: build.mutation<null, RunnerRef>({
      query: ({ scope, id }) => ({ url: `${root(scope)}runner_registration_tokens/${id}`, method: 'DELETE' }),
      invalidatesTags: ['RegistrationToken'],
    }),
  }),
});

export const {
  useListRegistrationTokensQuery,
  useCreateRegistrationTokenMutation,
  useRevokeRegistrationTokenMutation,
} = registrationTokensApi;
