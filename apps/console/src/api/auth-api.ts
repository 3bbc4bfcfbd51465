import type {
  Confirmation,
  ConfirmationInput,
  EmailLoginInput,
  LoginData,
  LoginInput,
  PasscodeInput,
  RecoveryInput,
} from '@switchyard/contracts';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { authStatusOf, type AuthStatus } from './auth-status.js';
import { baseApi } from './base-api.js';
import { FINDS_SESSION } from './base-query.js';

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/**
 * Reads how far the sign-in is by now. Tags would wait for every request, and requests wait for a sign-in over the page.
 * @param evenRefused a refusal may have ended the session
 */
async function readState(dispatch: Dispatch, sent: Promise<unknown>, evenRefused: boolean): Promise<void> {
  const isTaken = await sent.then(
    () => true,
    () => false,
  );
  if (isTaken || evenRefused) {
    void dispatch(authApi.endpoints.getAuthState.initiate(undefined, { subscribe: false, forceRefetch: true }));
  }
}

const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getLoginData: build.query<LoginData, void>({ query: () => 'auth/login' }),
    getAuthState: build.query<AuthStatus, void>({
      extraOptions: FINDS_SESSION,
      // An earlier answer would let somebody in whose session is over.
      keepUnusedDataFor: 0,
      queryFn: async (_none, _api, _extra, send) => {
        const { error } = await send('user');
        const state = error === undefined ? 'signedIn' : authStatusOf(error);
        return state === null && error !== undefined ? { error } : { data: state ?? 'signedOut' };
      },
      providesTags: ['Session'],
    }),
    login: build.mutation<null, LoginInput>({
      query: (body) => ({ url: 'auth/login', method: 'POST', body }),
      onQueryStarted: (_body, { dispatch, queryFulfilled }) => readState(dispatch, queryFulfilled, false),
    }),
    enterAsVisitor: build.mutation<null, void>({
      query: () => ({ url: 'auth/visitor', method: 'POST' }),
      onQueryStarted: (_body, { dispatch, queryFulfilled }) => readState(dispatch, queryFulfilled, false),
    }),
    loginByEmail: build.mutation<null, EmailLoginInput>({
      query: (body) => ({ url: 'auth/login/email', method: 'POST', body }),
      onQueryStarted: (_body, { dispatch, queryFulfilled }) => readState(dispatch, queryFulfilled, false),
    }),
    resendCode: build.mutation<null, void>({ query: () => ({ url: 'auth/login/email/resend', method: 'POST' }) }),
    /** A refusal reads the state as well: the session may be over. */
    verify: build.mutation<null, PasscodeInput>({
      query: (body) => ({ url: 'auth/verify', method: 'POST', body }),
      onQueryStarted: (_body, { dispatch, queryFulfilled }) => readState(dispatch, queryFulfilled, true),
    }),
    recover: build.mutation<null, RecoveryInput>({
      query: (body) => ({ url: 'auth/recovery', method: 'POST', body }),
      onQueryStarted: (_body, { dispatch, queryFulfilled }) => readState(dispatch, queryFulfilled, true),
    }),
    getConfirmation: build.query<Confirmation, void>({ query: () => 'auth/confirm' }),
    confirm: build.mutation<null, ConfirmationInput>({
      query: (body) => ({ url: 'auth/confirm', method: 'POST', body }),
    }),
    logout: build.mutation<null, void>({
      query: () => ({ url: 'auth/logout', method: 'POST' }),
      invalidatesTags: ['Session'],
    }),
  }),
});

export const {
  useGetLoginDataQuery,
  useGetAuthStateQuery,
  useLoginMutation,
  useEnterAsVisitorMutation,
  useLoginByEmailMutation,
  useResendCodeMutation,
  useVerifyMutation,
  useRecoverMutation,
  useLogoutMutation,
  useGetConfirmationQuery,
  useConfirmMutation,
} = authApi;
