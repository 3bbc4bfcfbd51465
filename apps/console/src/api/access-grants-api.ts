import type { AccessGrant } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

const accessGrantsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Grants by one user, or by everybody. */
    listAccessGrants: build.query<AccessGrant[], number | undefined>({
      query: (userId) => ({ url: 'access_grants', params: userId === undefined ? {} : { user_id: userId } }),
      providesTags: ['AccessGrant'],
    }),
    /** @param path of a listed one */
    endAccessGrant: build.mutation<null, string>({
      query: (path) => ({ url: path.replace(/^\/api\//, ''), method: 'DELETE' }),
      invalidatesTags: ['AccessGrant', 'Runner', 'RegistrationToken', 'App', 'Users', 'Team'],
    }),
  }),
});

export const { useListAccessGrantsQuery, useEndAccessGrantMutation } = accessGrantsApi;
