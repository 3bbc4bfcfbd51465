import type { SystemInfo, User } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

const systemApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getInfo: build.query<SystemInfo, void>({ query: () => 'info', keepUnusedDataFor: 3_600 }),
    listUsers: build.query<User[], void>({ query: () => 'users', providesTags: ['Users'] }),
  }),
});

export const { useGetInfoQuery, useListUsersQuery } = systemApi;
