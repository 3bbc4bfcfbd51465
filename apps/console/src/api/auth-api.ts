import type { LoginData, LoginInput } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getLoginData: build.query<LoginData, void>({ query: () => 'auth/login' }),
    login: build.mutation<null, LoginInput>({ query: (body) => ({ url: 'auth/login', method: 'POST', body }) }),
    logout: build.mutation<null, void>({ query: () => ({ url: 'auth/logout', method: 'POST' }) }),
  }),
});

export const { useGetLoginDataQuery, useLoginMutation, useLogoutMutation } = authApi;
