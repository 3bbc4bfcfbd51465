import { LOG_LINK_HEADER, type SharedLog } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

export const SHARED_LOG = 'shared/log';

/** By the token of a link, for which no session is needed. */
export const linkHeaders = (token: string) => ({ [LOG_LINK_HEADER]: token });

const sharedLogApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getSharedLog: build.query<SharedLog, string>({
      query: (token) => ({ url: SHARED_LOG, headers: linkHeaders(token) }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetSharedLogQuery } = sharedLogApi;
