import type {
  Confirmation,
  ConfirmationInput,
  EmailLoginInput,
  LoginData,
  LoginInput,
  PasscodeInput,
  RecoveryInput,
} from '@switchyard/contracts';
import { authStateOf, type AuthState } from './auth-state.js';
import { baseApi } from './base-api.js';

const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getLoginData: build.query<LoginData, void>({ query: () => 'auth/login' }),
    getAuthState: build.query<AuthState, void>({
      queryFn: async (_none, _api, _extra, send) => {
        const { error } = await send('user');
        const state = error === undefined ? 'signedIn' : authStateOf(error);
        return state === null && error !== undefined ? { error } : { data: state ?? 'signedOut' };
      },
      providesTags: ['Session'],
    }),
    login: build.mutation<null, LoginInput>({
      query: (body) => ({ url: 'auth/login', method: 'POST', body }),
      invalidatesTags: (_result, error) => (error ? [] : ['Session']),
    }),
    enterAsVisitor: build.mutation<null, void>({
      query: () => ({ url: 'auth/visitor', method: 'POST' }),
      invalidatesTags: (_result, error) => (error ? [] : ['Session']),
    }),
    loginByEmail: build.mutation<null, EmailLoginInput>({
      query: (body) => ({ url: 'auth/login/email', method: 'POST', body }),
      invalidatesTags: (_result, error) => (error ? [] : ['Session']),
    }),
    resendCode: build.mutation<null, void>({ query: () => ({ url: 'auth/login/email/resend', method: 'POST' }) }),
    /** A refusal reads the state as well: the session may be over. */
    verify: build.mutation<null, PasscodeInput>({
      query: (body) => ({ url: 'auth/verify', method: 'POST', body }),
      invalidatesTags: ['Session'],
    }),
    recover: build.mutation<null, RecoveryInput>({
      query: (body) => ({ url: 'auth/recovery', method: 'POST', body }),
      invalidatesTags: ['Session'],
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
